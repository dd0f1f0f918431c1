import { request } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { pathOf } from '#server/features/attachments/images.ts'
import { type Attachment, insertAttachment } from '#server/features/attachments/queries.ts'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { newStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import { testNow } from './context.ts'
import { useDatabase } from './database.ts'
import { buildCompany, type Company } from './factories.ts'
import { memoryStorage } from './memory-storage.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

/** Provide a server whose storage contains a picture and a document, and their addresses. */
export function useKeptFiles() {
  const database = useDatabase({ emptied: 'file' })
  const storage = memoryStorage()
  const links = createLinks({ key: Buffer.alloc(32), imagesBaseUrl: null })
  const content = Buffer.from('0123456789'.repeat(100))
  const made = {} as { server: WholeServer; company: Company; other: Company; image: Attachment; pdf: Attachment }

  async function keep(extension: 'png' | 'pdf' | 'mp4', fileName: string): Promise<Attachment> {
    const { publicId, storedName } = newStoredName(extension)
    await storage.put(storedName, content)
    return insertAttachment(database.db, {
      public_id: publicId,
      company_id: made.company.id,
      user_id: null,
      owner_kind: extension === 'pdf' ? 'projectPdf' : extension === 'mp4' ? 'classVideo' : 'project',
      owner_id: null,
      stored_name: storedName,
      file_name: fileName,
      mime: storedTypes[extension],
      size: content.length,
      width: null,
      height: null,
      deleted_at: null,
    })
  }

  beforeAll(async () => {
    made.company = await buildCompany(database.db)
    made.other = await buildCompany(database.db)
    made.image = await keep('png', '平面图.png')
    made.pdf = await keep('pdf', '哈尔滨 "一期"-V1.0.pdf')
    made.server = await startWholeServer(database, { services: { storage, links } })
  })
  afterAll(() => made.server.stop())

  const linkOf = (attachment: Attachment, now = testNow) => links.sign(pathOf(attachment), attachment.company_id, now)
  const get = (path: string, init?: RequestInit) => fetch(made.server.url + path, init)

  /** Send a path unchanged, which fetch would normalize. */
  const getRaw = (path: string): Promise<{ status: number; body: string; type: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(made.server.url)
      request({ hostname, port, path }, (answer) => {
        let body = ''
        answer.on('data', (chunk: Buffer) => {
          body += chunk.toString('latin1')
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body, type: String(answer.headers['content-type']) }),
        )
      })
        .on('error', reject)
        .end()
    })
  return { get, linkOf, made, content, keep, database, storage, links, getRaw }
}
