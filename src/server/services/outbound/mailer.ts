import { createTransport } from 'nodemailer'
import type { Message } from '#server/services/messages/message.ts'
import { ownAnswer } from '#server/services/messages/own-answers.ts'
import type { Verdict } from '#server/services/messages/provider-answers.ts'
import { isLocalHost } from '#server/services/sender-address.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'

/** An attachment of a mail. */
export type MailFile = { name: string; type: string; content: Buffer }
type Mail = { id: string; blind?: boolean; files?: readonly MailFile[] }
type Answered = { verdict: Verdict; status: number | null; answer: string }
export type Mailer = {
  send(recipients: readonly string[], message: Message, mail: Mail): Promise<Answered>
  close(): void
}

const timeout = 15_000

/** Format the message as plain text. */
const textOf = ({ title, lines, link }: Message): string =>
  [title, '', ...lines, ...(link ? ['', `${link.text}: ${link.url}`] : [])].join('\n')
const htmlOf = ({ title, lines, link, language }: Message): string =>
  `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:15px;line-height:1.5"><h1 style="font-size:17px">${escapeMarkup(title)}</h1>${lines
    .map((line) => `<p style="margin:4px 0">${escapeMarkup(line)}</p>`)
    .join('')}${link ? `<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.text)}</a></p>` : ''}</body></html>`

/** Return the mail server's reply and code, or the reason of a missing reply. */
function failureOf(error: unknown): Pick<Answered, 'status' | 'answer'> {
  const {
    responseCode,
    response,
    message = String(error),
    code,
  } = error as { responseCode?: number; response?: string; message?: string; code?: string }
  if (typeof responseCode === 'number') return { status: responseCode, answer: response ?? message }
  if (code === 'ETIMEDOUT') return { status: null, answer: ownAnswer('timeout', timeout / 1_000) }
  return {
    status: null,
    answer: ownAnswer(/certificate|TLS|SSL/i.test(message) ? 'certificate' : 'connection', message),
  }
}

/** Create the transport to a mail server. STARTTLS or TLS is required unless it is this machine. */
const transportTo = (server: URL, ca: string | undefined) =>
  createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (server.protocol === 'smtps:' ? 465 : 587),
    secure: server.protocol === 'smtps:',
    requireTLS: !isLocalHost(server.hostname),
    ignoreTLS: server.protocol === 'smtp:' && isLocalHost(server.hostname),
    ...(server.username
      ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
      : {}),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // The content of a message is never a path or a URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Send mail by the mail server of the deployment. STARTTLS or TLS is required unless the server is this machine.
 * @param url `smtp://user:password@host:587` or `smtps://…`; null = no server: each mail fails with that reason
 * @param host used in the `Message-ID` of our messages
 */
export function createMailer({
  url,
  from,
  host,
  ca,
}: {
  url: string | null
  from: string
  host: string
  ca?: string | undefined
}): Mailer {
  const transport = url === null ? null : transportTo(new URL(url), ca)
  return {
    async send(recipients, message, { id, blind = false, files = [] }) {
      if (!transport)
        return { verdict: { outcome: 'failed', afterSeconds: null }, status: null, answer: ownAnswer('noMailServer') }
      // All later mails reply to the first one of the thread, even if it was never delivered.
      const thread = message.thread && `<${message.thread}@${host}>`
      const isFirst = message.type === 'alert.opened'
      try {
        const { response, rejected } = await transport.sendMail({
          from,
          // Recipients outside the headers stay hidden from each other.
          ...(blind ? { to: 'undisclosed-recipients:;' } : { to: [...recipients] }),
          envelope: { from, to: [...recipients] },
          subject: message.title,
          text: textOf(message),
          html: htmlOf(message),
          messageId: thread && isFirst ? thread : `<${id}@${host}>`,
          ...(thread && !isFirst ? { references: thread, inReplyTo: thread } : {}),
          headers: { 'auto-submitted': 'auto-generated' },
          attachments: files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        })
        return {
          verdict: { outcome: 'delivered' },
          status: 250,
          answer: [response, ...rejected.map((address) => `not taken: ${String(address)}`)].join('; '),
        }
      } catch (error) {
        return { verdict: { outcome: 'failed', afterSeconds: null }, ...failureOf(error) }
      }
    },
    close: () => transport?.close(),
  }
}
