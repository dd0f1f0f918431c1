import { pngPicture } from './pictures.ts'
import { exampleA } from './projects.ts'
import { clientWith, type RestClient, signIn } from './rest-client.ts'

export type StoryTeller = { url: string; userName: string; password: string; log?: (line: string) => void }
type Device = { id: number; serial: string; state: string; siteId: number | null }
type List<Row> = { data: Row[]; totalCount: number }
type Project = {
  id: number
  rowVersion: number
  exportStatus?: number
  pdfUrl?: string
  pdfFileName?: string
  mainImage?: string
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`the story does not hold: ${what}`)
}

async function data<Data>(asked: Promise<{ code: number; message: string; data: Data }>): Promise<Data> {
  const { code, message, data: answer } = await asked
  must(code === 200, `code ${code}: ${message}`)
  return answer
}

/** Return the states counted by the cards, which the list must match. */
async function countFleet(rest: RestClient): Promise<Record<string, number>> {
  const counts = await data(rest.post<Record<string, number>>('/data/getBasicDataByState/state', {}))
  const list = await data(rest.post<List<Device>>('/device/find/', { page: 1, size: 1 }))
  must(counts.total === list.totalCount, `${counts.total} machines on the cards, ${list.totalCount} in the list`)
  return counts
}

async function look(rest: RestClient, state: string): Promise<Device> {
  const [device] = (await data(rest.post<List<Device>>('/device/find/', { page: 1, size: 20, state }))).data
  must(device !== undefined, `there is a machine in the state ${state}`)
  return device
}

async function repair(rest: RestClient): Promise<void> {
  const before = await countFleet(rest)
  const { id, serial } = await look(rest, 'normal')
  await data(rest.post('/machineMaterialOrder/save', { type: '出库', deviceSerial: serial, notes: '风扇不转' }))
  must((await data(rest.get<Device>(`/device/getById/${id}`))).state === 'repairing', `${serial} is out for repair`)
  await data(rest.post('/machineMaterialOrder/save', { type: '入库', deviceSerial: serial, outcome: 'fixed' }))
  must((await data(rest.get<Device>(`/device/getById/${id}`))).state === 'repaired', `${serial} is back`)
  const after = await countFleet(rest)
  must(after.repaired === (before.repaired ?? 0) + 1 && after.normal === (before.normal ?? 0) - 1, 'the cards follow')
  const records = await data(
    rest.post<List<{ type: string }>>('/repairDaily/find/', { deviceSerial: serial, page: 1, size: 20 }),
  )
  must(
    records.data.some(({ type }) => type === '送修') && records.data.some(({ type }) => type === '送回'),
    'both records are listed',
  )
}

async function scrap(rest: RestClient): Promise<void> {
  const { id, serial } = await look(rest, 'offline')
  await data(rest.post(`/device/scrap/${id}`))
  must((await data(rest.get<Device>(`/device/getById/${id}`))).state === 'scrap', `${serial} is scrapped`)
}

async function selectEquipment(rest: RestClient, { url }: StoryTeller): Promise<string> {
  const saved = await data(rest.post<Project>('/project/save', { ...exampleA, name: '按文档走一遍' }))
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(await pngPicture())]), 'sketch.png')
  const uploaded = await fetch(`${url}/api/project/upload`, {
    method: 'POST',
    headers: { authorization: `cat ${rest.token}` },
    body: form,
  })
  const picture = await data(uploaded.json() as Promise<{ code: number; message: string; data: { id: string } }>)
  const exported = await data(
    rest.post<Project>('/project/exportPdf', {
      ...exampleA,
      name: '按文档走一遍',
      id: saved.id,
      rowVersion: saved.rowVersion,
      mainImage: picture.id,
    }),
  )
  must(exported.exportStatus === 1 && typeof exported.pdfUrl === 'string', 'the report was made')
  const report = await fetch(new URL(exported.pdfUrl, url))
  const bytes = Buffer.from(await report.arrayBuffer())
  must(
    report.status === 200 && bytes.subarray(0, 5).toString() === '%PDF-',
    `the report is a PDF (HTTP ${report.status})`,
  )
  return `${exported.pdfFileName}, ${bytes.length} bytes`
}

/**
 * Make the documented calls in the order of a typical program, by plain HTTP requests without the product's own code:
 * key, sign-in, information, company, counts, list, export, scrap, repair out and in, project, upload, report,
 * download, sign-out. It changes the given fleet.
 * @throws Error with the first difference from the documents
 */
export async function tellDocumentedStory(teller: StoryTeller): Promise<void> {
  const { url, userName, password, log = () => undefined } = teller
  let rest = await signIn(url, userName, password)
  log(`signed in as ${userName} with the public key of the server`)
  const info = await data(
    rest.get<{ id: number; companyId: number; permissions: string[]; routes: unknown[] }>('/users/info'),
  )
  must(info.routes.length > 0, 'there are routes')
  const companies = await data(rest.post<List<{ id: number; name: string }>>('/company/find/', { page: 1, size: 100 }))
  const other = companies.data.find(({ id }) => id !== info.companyId)
  must(other !== undefined, 'there is another company')
  const switched = await data(rest.post<{ token: string }>(`/users/changeCompany/${other.id}/${info.id}`))
  must((await rest.get('/users/info')).code !== 200, 'the token before the change is over')
  rest = clientWith(url, switched.token)
  log(`switched to ${other.name}`)
  const counts = await countFleet(rest)
  log(`${counts.total} machines, ${counts.normal} normal, ${counts.offline} offline`)
  const lines = (await rest.file('/device/export', { format: 'csv' })).toString('utf8').trimEnd().split('\r\n')
  must(lines.length === (counts.total ?? 0) + 1, `${lines.length - 1} rows exported, ${counts.total} counted`)
  log(`exported ${lines.length - 1} rows`)
  await scrap(rest)
  await repair(rest)
  log('scrapped one machine, sent another to repair and took it back')
  log(`made the report ${await selectEquipment(rest, teller)}`)
  await data(rest.post(`/users/actions/logout?token=${rest.token}`))
  must((await rest.get('/users/info')).code !== 200, 'the token is over after signing out')
  log('signed out')
}
