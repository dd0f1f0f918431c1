// Only the RSA part of node-forge: a quarter of its size in the browser.
import forge from 'node-forge/lib/forge.js'
import 'node-forge/lib/rsa.js'

/** Bytes of a plain block, as documented; PKCS#1 v1.5 leaves room for exactly that many in 1024 bits. */
export const plainBlockBytes = 117
/** More blocks are refused unread. */
export const mostBlocks = 4

const specialCharacters = '!@#$%^&*?()'
const countOf = (text: string, pattern: RegExp) => new Set(text.match(pattern) ?? []).size

/**
 * The documented rule for every password that is set: 6 to 16 characters with at least 1 digit, 2 different lowercase and
 * 2 different uppercase letters and 1 of ! @ # $ % ^ & * ? ( ); other characters may be among them, no space at the ends. Source: R195, R197.
 */
export function followsPasswordRule(password: string): boolean {
  const length = [...password].length
  return (
    length >= 6 &&
    length <= 16 &&
    password.trim() === password &&
    countOf(password, /[0-9]/g) >= 1 &&
    countOf(password, /[a-z]/g) >= 2 &&
    countOf(password, /[A-Z]/g) >= 2 &&
    [...password].some((character) => specialCharacters.includes(character))
  )
}

/**
 * A password as it travels: UTF-8 in blocks of at most 117 bytes, each RSA PKCS#1 v1.5, joined, base64.
 * @throws Error when `publicKeyPem` is not an RSA public key
 */
export function encryptPassword(publicKeyPem: string, password: string): string {
  const base64 = publicKeyPem.replace(/-----[^-]+-----|\s/g, '')
  const key = forge.pki.publicKeyFromAsn1(forge.asn1.fromDer(forge.util.decode64(base64)))
  const bytes = forge.util.encodeUtf8(password)
  let blocks = ''
  for (let start = 0; start === 0 || start < bytes.length; start += plainBlockBytes) {
    blocks += key.encrypt(bytes.slice(start, start + plainBlockBytes), 'RSAES-PKCS1-V1_5')
  }
  return forge.util.encode64(blocks)
}
