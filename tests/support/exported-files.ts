import { inflateRawSync } from 'node:zlib'
import { createExportLimit } from '#server/services/rate-limits.ts'
import type { DeviceExportRequest } from '#shared/devices.ts'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, buildViewer } from './context.ts'
import type { useDatabase } from './database.ts'
import type { UserValues } from './factories.ts'
import { recordedAudit } from './services.ts'

/** Provide a caller who exports, and functions that join the parts of a file. */
export function useExporter(database: ReturnType<typeof useDatabase>) {
  async function exporter(given: UserValues = {}) {
    const viewer = await buildViewer(database.db, given)
    const { audit, written } = recordedAudit()
    const exportLimit = createExportLimit(database.db)
    const start = Date.UTC(2026, 10, 20)
    const parts = async (input: Partial<DeviceExportRequest>, seconds = 0) => {
      const collected: FilePart[] = []
      const caller = buildCaller(database.db, {
        viewer,
        now: new Date(start + seconds * 1_000),
        services: { audit, exportLimit },
      })
      for await (const part of await caller.devices.export(input)) collected.push(part)
      return collected
    }
    return { viewer, audit, written, parts }
  }
  const textOf = (parts: FilePart[]) => parts.map((part) => ('text' in part ? part.text : '')).join('')
  const bytesOf = (parts: FilePart[]) =>
    Buffer.concat(parts.map((part) => ('base64' in part ? Buffer.from(part.base64, 'base64') : Buffer.alloc(0))))

  /** Return the files inside a zip archive, from its central directory. */
  function unzip(archive: Buffer): Map<string, string> {
    const files = new Map<string, string>()
    const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    let at = archive.readUInt32LE(end + 16)
    for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
      const nameLength = archive.readUInt16LE(at + 28)
      const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
      const local = archive.readUInt32LE(at + 42)
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const data = archive.subarray(start, start + archive.readUInt32LE(at + 20))
      files.set(name, (archive.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'))
      at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    }
    return files
  }
  return { exporter, textOf, unzip, bytesOf }
}
