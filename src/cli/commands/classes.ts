import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped, CliFailure, typedAs, unreadable, wrongUse } from '#cli/failure.ts'
import { say as print, sayJson } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { videoBytesLimit, videoPieceBytes } from '#shared/classes.ts'

type VideoOptions = { class: string; file: string; json?: true }
type Video = { id: number; file: FileHandle; size: number; name: string }
const mebibyte = 1024 * 1024

/** Read and send a video part by part, without ever holding it whole. */
async function sendVideo(
  client: Client,
  { id, file, size, name }: Video,
  onSent: (share: number) => void,
): Promise<string> {
  const buffer = Buffer.alloc(videoPieceBytes)
  let uploadId: string | undefined
  let kept: string | null = null
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await file.read(buffer, 0, videoPieceBytes, offset)
    if (bytesRead === 0) break
    const last = offset + bytesRead >= size
    const content = buffer.subarray(0, bytesRead).toString('base64')
    const answer = await client.classes.uploadVideo.mutate({
      id,
      offset,
      last,
      content,
      fileName: name.slice(-200),
      ...(uploadId ? { uploadId } : {}),
    })
    uploadId = answer.uploadId
    kept = answer.videoFileName
    offset += bytesRead
    onSent(offset / size)
  }
  // The file was truncated while it was read.
  if (kept === null) throw new CliFailure('cli.classes.tooLarge', { megabytes: videoBytesLimit / mebibyte })
  return kept
}

/** Add the command classes video. */
export function addClassCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const classes = program.command('classes').description(say('cli.classes'))
  classes
    .command('video')
    .description(say('cli.classes.video'))
    .requiredOption('--class <id>', say('cli.classes.class'))
    .requiredOption('--file <file>', say('cli.classes.file'))
    .option('--json', say('cli.option.json'))
    .action(async (options: VideoOptions, command: Command) => {
      const file = await open(options.file, 'r').catch((error: unknown) => {
        throw unreadable(options.file, error)
      })
      try {
        const { size } = await file.stat()
        if (size === 0 || size > videoBytesLimit)
          throw wrongUse('cli.classes.tooLarge', { megabytes: videoBytesLimit / mebibyte })
        const shows = process.stderr.isTTY
        const onSent = (share: number) =>
          void (shows && process.stderr.write(`\r${say('cli.classes.sent', { percent: Math.floor(share * 100) })}`))
        const video = { id: Number(options.class), file, size, name: basename(options.file) }
        const videoFileName = await withConnection(targetOf(command, terminal), ({ client }) =>
          asTyped({ ...typedAs('id', 'class', options.class), ...typedAs('', 'class', options.class) }, () =>
            sendVideo(client, video, onSent),
          ),
        )
        if (shows) process.stderr.write('\n')
        if (options.json) sayJson({ id: video.id, videoFileName, size })
        else print(say('cli.classes.done', { id: video.id, file: videoFileName, size }))
      } finally {
        await file.close()
      }
    })
}
