import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isPaged } from './check-shape.ts'
import type { Finding } from './damage.ts'
import { dataFiles, ifThere } from './ledger.ts'
import { isPageWhole, pageBytes } from './page-checksum.ts'

const pagesAtOnce = 128
/** A relation is stored in files of 1 GiB, with its blocks numbered across all of them. */
const blocksOfFile = 131_072
const tries = 5
const betweenTriesMs = 20

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Read a page again: while the engine works, a page may be half new and half old for a moment. */
function isWholeOnceMore(file: number, position: number, block: number): boolean {
  const bytes = Buffer.alloc(pageBytes)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, pageBytes / 4)
  for (let turn = 0; turn < tries; turn += 1) {
    pause(betweenTriesMs)
    // A file that has become shorter meanwhile has no such page.
    if (readSync(file, bytes, 0, pageBytes, position) < pageBytes || isPageWhole(words, 0, block)) return true
  }
  return false
}

function* brokenPages(path: string, firstBlock: number, piece: Buffer): Generator<number | null, void, undefined> {
  const words = new Int32Array(piece.buffer, piece.byteOffset, piece.length / 4)
  const file = ifThere(() => openSync(path, 'r'))
  if (file === null) return
  try {
    for (let position = 0; ; ) {
      const read = readSync(file, piece, 0, piece.length, position)
      const pages = Math.floor(read / pageBytes)
      for (let page = 0; page < pages; page += 1) {
        const block = firstBlock + position / pageBytes + page
        if (
          !isPageWhole(words, (page * pageBytes) / 4, block) &&
          !isWholeOnceMore(file, position + page * pageBytes, block)
        )
          yield block
      }
      position += pages * pageBytes
      if (pages === 0) return
      yield null
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Compare every page of every table and index below `folder` with its checksum, small files first. Yield about every
 * MiB, so that the caller may pause or stop; report only the first broken page of a file.
 */
export function* checkPages(folder: string): Generator<Finding | null, void, undefined> {
  const piece = Buffer.alloc(pagesAtOnce * pageBytes)
  const files = [...dataFiles(folder)].filter(([path]) => isPaged(path)).sort(([, a], [, b]) => a - b)
  for (const [file] of files) {
    const segment = Number(/\.(\d+)$/.exec(file)?.[1] ?? 0)
    for (const block of brokenPages(join(folder, file), segment * blocksOfFile, piece)) {
      yield block === null ? null : { file, problem: `page ${block} does not match its checksum` }
      if (block !== null) break
    }
  }
}
