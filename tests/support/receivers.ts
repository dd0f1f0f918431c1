import { generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import forge from 'node-forge'
import type { Resolve } from '#server/services/outbound/safe-request.ts'

/** A request as received. */
export type Got = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: string }
export type Receiver = { address: (path?: string) => string; port: number; got: Got[]; close: () => Promise<void> }

/** The name in the certificates of receivers; `toLoopback` resolves it. */
const name = 'receiver.test'
const year = 365 * 86_400_000

function keys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    privateKey: forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    publicKey: forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  }
}
const [issuer, server] = [keys(), keys()]
const issuerName = [{ name: 'commonName', value: 'Coldfleet tests' }]

function certificate(
  subject: { name: string; value: string }[],
  publicKey: forge.pki.PublicKey,
  until: number,
  extensions: object[],
): string {
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  made.serialNumber = '01'
  made.validity.notBefore = new Date(Date.now() - 2 * year)
  made.validity.notAfter = new Date(until)
  made.setSubject(subject)
  made.setIssuer(issuerName)
  made.setExtensions(extensions)
  made.sign(issuer.privateKey, forge.md.sha256.create())
  return forge.pki.certificateToPem(made)
}

/** The authority that signs the certificates of receivers. */
export const receiverAuthority = certificate(issuerName, issuer.publicKey, Date.now() + year, [
  { name: 'basicConstraints', cA: true },
])
const names = [
  {
    name: 'subjectAltName',
    altNames: [
      { type: 2, value: name },
      { type: 7, ip: '0.0.0.0' },
      { type: 7, ip: '127.0.0.1' },
    ],
  },
]
const ofServer = (until: number) => certificate([{ name: 'commonName', value: name }], server.publicKey, until, names)
export const receiverKey = forge.pki.privateKeyToPem(server.privateKey)
export const receiverCertificate = ofServer(Date.now() + year)
const expiredCertificate = ofServer(Date.now() - 86_400_000)

/** Resolve every name to this machine. */
export const toLoopback: Resolve = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
/** The operator's setting for receivers on this machine. */
export const loopbackAllowed = { allowedNetworks: ['127.0.0.1/32'] }

/** Start an https receiver on loopback that records its requests; `null` as a reply = it never answers. */
export async function startReceiver(
  reply: (request: Got, number: number) => Reply | null,
  { expired = false } = {},
): Promise<Receiver> {
  const got: Got[] = []
  const listener = createServer(
    { key: receiverKey, cert: expired ? expiredCertificate : receiverCertificate },
    (request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        const url = new URL(request.url ?? '/', `https://${name}`)
        const one = { path: url.pathname, query: url.searchParams, headers: request.headers, body }
        got.push(one)
        const answer = reply(one, got.length)
        if (answer === null) return
        response.writeHead(answer.status ?? 200, answer.headers)
        response.end(answer.body ?? '')
      })
    },
  )
  await new Promise<void>((settle) => listener.listen(0, '127.0.0.1', settle))
  const { port } = listener.address() as AddressInfo
  return {
    address: (path = '/hook') => `https://${name}:${port}${path}`,
    port,
    got,
    close: () =>
      new Promise((settle) => {
        listener.close(() => settle())
        listener.closeAllConnections()
      }),
  }
}
