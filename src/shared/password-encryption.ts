// Only the RSA part of node-forge: a quarter of its size in the browser.
import forge from 'node-forge/lib/forge.js'
import 'node-forge/lib/rsa.js'

/** Bytes of a plain block, as documented; PKCS#1 v1.5 leaves exactly this number of the 1024 bits. */
export const plainBlockBytes = 117
/** More blocks are refused without decryption. */
export const mostBlocks = 4

/**
 * Encrypt a password for a request: UTF-8 in blocks of at most 117 bytes, each RSA PKCS#1 v1.5, joined, base64.
 * @throws Error if `publicKeyPem` is not an RSA public key
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
