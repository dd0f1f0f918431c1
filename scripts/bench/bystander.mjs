import { createServer } from 'node:http'

/**
 * A program that does nothing with its requests: the delay of others during an attack on it is caused by this machine,
 * not by the product. It prints its address.
 */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(400).end('{"code":400}'))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}`))
