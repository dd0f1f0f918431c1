import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

const text = (content: string) => Buffer.from(content, 'latin1')
const red = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03020' } })

/** A small valid picture, as written by a camera or a drawing program. */
export const jpegPicture = (): Promise<Buffer> => red().jpeg().toBuffer()
export const pngPicture = (): Promise<Buffer> => red().png().toBuffer()

/** Create a photograph of noise, close to `bytes` long but never longer; padded to the exact length after its end. */
export async function jpegOf(bytes: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  return Buffer.concat([noise, Buffer.alloc(bytes - noise.length)])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([text(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
const signature = text('\x89PNG\r\n\x1a\n')

/** Create a black one-bit PNG of any size: a few kilobytes that decode to gigabytes. */
export function pngFlood(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Create a GIF with the given number of frames, each a few bytes. */
export function gifOf(frames: number, width = 8, height = 8): Buffer {
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  const screen = Buffer.from([...size, 0x80, 0, 0, 200, 30, 30, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 2, 8, 0x84, 0x8f, 0xa9, 0xcb, 0xed, 0x0f, 0xa3, 0x05, 0])
  return Buffer.concat([text('GIF89a'), screen, ...Array.from({ length: frames }, () => frame), text(';')])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const html = '<!DOCTYPE html><html><body onload=alert(1)><script>alert(1)</script></body></html>'
const pdf =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
const zip =
  'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\x85\x11J\r\x05\0\0\0\x05\0\0\0\x01\0\0\0ahelloPK\x05\x06\0\0\0\0\x01\0\x01\0'
const script = '/*\0*/=1;alert(1)//'

/** Return 24 files that claim to be pictures and are not. */
export async function disguisedFiles(): Promise<[what: string, fileName: string, bytes: Buffer][]> {
  const [tiff, avif, png, jpeg] = await Promise.all([
    red().tiff().toBuffer(),
    red().avif().toBuffer(),
    pngPicture(),
    jpegPicture(),
  ])
  return [
    ['nothing', 'empty.png', Buffer.alloc(0)],
    ['a text', 'notes.png', text('meeting at three')],
    ['an SVG with a script', 'a.svg', text(svg)],
    ['an SVG called PNG', 'a.png', text(svg)],
    [
      'an SVG behind a declaration',
      'b.png',
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ],
    ['a compressed SVG', 'a.svgz', gzipSync(svg)],
    ['an HTML page', 'a.html', text(html)],
    ['an HTML page called JPEG', 'a.jpg', text(html)],
    ['a PDF', 'a.pdf', text(pdf)],
    ['a PDF called PNG', 'c.png', text(pdf)],
    ['a ZIP', 'a.zip', text(zip)],
    ['a ZIP called GIF', 'a.gif', text(zip)],
    ['a TIFF', 'a.tiff', tiff],
    ['a TIFF called PNG', 'd.png', tiff],
    ['an AVIF called JPEG', 'b.jpg', avif],
    ['a HEIC', 'a.heic', Buffer.concat([text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), avif.subarray(24)])],
    ['a BMP', 'a.bmp', Buffer.concat([text('BM'), Buffer.alloc(80)])],
    ['an icon', 'favicon.ico', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), Buffer.alloc(60)])],
    ['a program', 'setup.png', Buffer.concat([text('MZ\x90\0'), Buffer.alloc(200)])],
    ['a video', 'a.webp', text('RIFF\x24\0\0\0AVI LIST')],
    ['the head of a PNG before a script', 'e.png', Buffer.concat([signature, text(`<script>${script}</script>`)])],
    ['the head of a GIF that is a script', 'b.gif', text(`GIF89a${script}`)],
    ['a JPEG that was cut off in its head', 'c.jpg', jpeg.subarray(0, 40)],
    ['a PNG before its picture begins', 'f.png', png.subarray(0, 33)],
  ]
}

/** The camera's position, which a user who shares a picture does not mean to reveal. */
const place = {
  IFD0: { Make: 'SecretCamera', Copyright: 'Secret Owner' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 48/1 0/1' },
}

/**
 * Return six typical pictures, with the data that must be removed: positions, names, frames and bytes after the end.
 */
export async function goodPictures(): Promise<
  [what: string, fileName: string, bytes: Buffer, stored: { width: number; height: number; type: string }][]
> {
  const upright = { width: 60, height: 40 }
  return [
    [
      'a photograph with its position',
      'DCIM 1.JPG',
      await red().withExif(place).jpeg().toBuffer(),
      { ...upright, type: 'jpg' },
    ],
    [
      'a photograph that was taken on its side',
      'side.jpeg',
      await red().withExif(place).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      { width: 40, height: 60, type: 'jpg' },
    ],
    [
      'a drawing with a script behind its end',
      '草图.png',
      Buffer.concat([await pngPicture(), text(`SecretTail${html}`)]),
      { ...upright, type: 'png' },
    ],
    [
      'a drawing in 16 colours',
      'palette.png',
      await red().png({ palette: true, colours: 16 }).toBuffer(),
      { ...upright, type: 'png' },
    ],
    ['a WebP', 'a.webp', await red().withExif(place).webp().toBuffer(), { ...upright, type: 'webp' }],
    ['a moving GIF', 'a.gif', gifOf(30), { width: 8, height: 8, type: 'png' }],
  ]
}
