import type { ChannelKind, Severity } from '#shared/channels.ts'
import { bytesOf, cutToBytes, type Envelope, fitLines, type Message, moreLines, plainMarkdown } from './message.ts'
import { dingTalkSign, feishuSign, webhookKey, webhookSignature } from './webhook-signatures.ts'

/** Maximum bytes that each provider accepts, minus the overhead around the text. Source: alerts.md, Messages */
const mostBytes = { webhook: 20_000, wecomMarkdown: 4_096, dingtalk: 18_000, feishu: 20_000 }
const mostTitleBytes = 500

/** The secrets that sign a message: the current one, and the former one during a change. */
export type Signing = { secrets: readonly string[]; id: string; at: Date }

const json = { 'content-type': 'application/json; charset=utf-8' }
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

const boldTitle = (message: Message) => `**${plainMarkdown(cutToBytes(message.title, mostTitleBytes))}**`
/** Format a link in Markdown: a bracket in the URL would end the link. */
const markdownLink = ({ link }: Message) =>
  link ? [`[${plainMarkdown(link.text)}](${link.url.replace(/[()\s]/g, encodeURIComponent)})`] : []

/** Format title, lines and link as Markdown within `most` bytes; the link is always kept. */
function markdownOf(message: Message, most: number, lineEnd: string): string {
  const link = markdownLink(message)
  const reserved = link.length > 0 ? bytesOf(link.join('')) + 2 * lineEnd.length : 0
  const lines = [boldTitle(message), ...message.lines.map(plainMarkdown)]
  // A line end of DingTalk is longer than the one that `fitLines` counts.
  const text = fitLines(lines, most - reserved - lines.length * (lineEnd.length - 1), moreLines(message.language))
  return [...text.split('\n'), ...link].join(lineEnd)
}

/**
 * Create `{type, timestamp, data}`, signed by Standard Webhooks. A message that is too long loses its lines, never its
 * figures.
 */
function webhook(message: Message, { secrets, id, at }: Signing): Envelope {
  const { type, severity, language, title, lines, link, data } = message
  const bodyOf = (shown: readonly string[]) =>
    JSON.stringify({
      type,
      timestamp: message.at,
      data: { ...data, severity, language, title, lines: shown, url: link?.url ?? null },
    })
  const whole = bodyOf(lines)
  const body = bytesOf(whole) < mostBytes.webhook ? whole : bodyOf([])
  const keys = secrets.flatMap((secret) => webhookKey(secret) ?? [])
  const timestamp = secondsOf(at)
  return {
    body,
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature(keys, id, timestamp, body),
    },
    query: {},
  }
}

const weCom = (message: Message): Envelope => ({
  body: JSON.stringify({
    msgtype: 'markdown',
    markdown: { content: markdownOf(message, mostBytes.wecomMarkdown, '\n') },
  }),
  headers: json,
  query: {},
})

function dingTalk(message: Message, { secrets: [secret], at }: Signing): Envelope {
  const title = cutToBytes(message.title, mostTitleBytes)
  const text = markdownOf(message, mostBytes.dingtalk, '\n\n')
  const query: Record<string, string> = secret
    ? { timestamp: String(at.getTime()), sign: dingTalkSign(secret, at.getTime()) }
    : {}
  return {
    body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text }, at: { isAtAll: false } }),
    headers: json,
    query,
  }
}

const feishuColors: Record<Severity, string> = { notice: 'blue', warning: 'orange', critical: 'red' }
/** Return the colour of a card: an event that is over is green. */
const feishuColor = ({ type, severity }: Message): string =>
  type === 'alert.resolved' || type === 'alert.takenBack' ? 'green' : feishuColors[severity]

function feishu(message: Message, { secrets: [secret], at }: Signing): Envelope {
  const { language, link } = message
  const timestamp = secondsOf(at)
  const signed = secret ? { timestamp: String(timestamp), sign: feishuSign(secret, timestamp) } : {}
  const cardOf = (lines: readonly string[]) => {
    const plain = (content: string) => ({ tag: 'plain_text', content })
    const button = link
      ? [{ tag: 'action', actions: [{ tag: 'button', text: plain(link.text), url: link.url, type: 'primary' }] }]
      : []
    return JSON.stringify({
      ...signed,
      msg_type: 'interactive',
      card: {
        config: { wide_screen_mode: true },
        header: { title: plain(cutToBytes(message.title, mostTitleBytes)), template: feishuColor(message) },
        elements: [...(lines.length > 0 ? [{ tag: 'div', text: plain(lines.join('\n')) }] : []), ...button],
      },
    })
  }
  const whole = cardOf(message.lines)
  if (bytesOf(whole) <= mostBytes.feishu) return { body: whole, headers: json, query: {} }
  // Quotes and line ends take two bytes in JSON: half of the limit is always enough.
  const cut = fitLines(message.lines, (mostBytes.feishu - bytesOf(cardOf([]))) / 2, moreLines(language))
  return { body: cardOf([cut]), headers: json, query: {} }
}

/** Return the message in the provider's format, signed for this moment. */
export function envelopeOf(kind: Exclude<ChannelKind, 'mail'>, message: Message, signing: Signing): Envelope {
  if (kind === 'webhook') return webhook(message, signing)
  if (kind === 'wecom') return weCom(message)
  return kind === 'dingtalk' ? dingTalk(message, signing) : feishu(message, signing)
}
