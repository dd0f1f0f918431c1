import { constants, publicEncrypt } from 'node:crypto'

/** The envelope of every documented call. */
export type Answer<Data> = { code: number; message: string; data: Data }
export type RestClient = {
  token: string
  post<Data>(path: string, body?: unknown): Promise<Answer<Data>>
  get<Data>(path: string): Promise<Answer<Data>>
  /** Return the bytes of a file call. */
  file(path: string, body: unknown): Promise<Buffer>
}

/** Create a client by the documents: PEM, RSA blocks of PKCS#1 v1.5, then `Authorization: cat …`. */
export async function signIn(url: string, userName: string, password: string): Promise<RestClient> {
  const keys = (await (await fetch(`${url}/api/users/publicKey`)).json()) as Answer<string>
  const encrypted = publicEncrypt(
    { key: keys.data, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(password),
  ).toString('base64')
  const body = JSON.stringify({ userName, password: encrypted })
  const signedIn = await fetch(`${url}/api/users/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const login = (await signedIn.json()) as Answer<{ token: string }>
  if (login.code !== 200) throw new Error(`${userName} could not sign in: ${login.message}`)
  return clientWith(url, login.data.token)
}

/** Create a client that already has a token. */
export function clientWith(url: string, token: string): RestClient {
  const headers = { authorization: `cat ${token}`, 'content-type': 'application/json' }
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}/api${path}`, { ...init, headers })
    if (answer.status !== 200)
      throw new Error(`${path} answered HTTP ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    token,
    post: async <Data>(path: string, body: unknown = {}) => (await (await post(path, body)).json()) as Answer<Data>,
    get: async <Data>(path: string) => (await (await send(path, { method: 'GET' })).json()) as Answer<Data>,
    file: async (path, body) => Buffer.from(await (await post(path, body)).arrayBuffer()),
  }
}
