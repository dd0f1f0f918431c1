import type { Command } from 'commander'
import type { Terminal } from './settings.ts'

/** Examples of every command, by its full name; shown by help. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'db migrate': ['coldfleet db migrate'],
  'db status': ['coldfleet db status', 'coldfleet db status --json'],
  'db backup': [
    'coldfleet db backup -o coldfleet.backup',
    'coldfleet db backup --no-files | zstd > coldfleet.backup.zst',
  ],
  'db distribute': ['coldfleet db distribute', 'coldfleet db distribute --json'],
  'db snapshots': ['coldfleet db snapshots', 'coldfleet db snapshots --json'],
  'db restore': [
    'coldfleet db restore --snapshot 20261123T010000Z-daily --replace',
    'coldfleet db restore coldfleet.backup',
    'coldfleet db restore coldfleet.backup --replace --with-keys',
  ],
  'history status': ['coldfleet history status', 'coldfleet history status --json'],
  'history archive': [
    'coldfleet history archive --before 2026-01 --dry-run',
    'coldfleet history archive --month 2025-12 --yes',
  ],
  'history restore': ['coldfleet history restore --month 2025-12'],
  'users seed': ['coldfleet users seed --file users.csv --dry-run', 'coldfleet users seed --file users.csv'],
  'users reset-password': ['coldfleet users reset-password anna < password.txt'],
  'devices update': ['coldfleet devices update --file feed.csv --dry-run', 'coldfleet devices update --file feed.csv'],
  'devices transfer': [
    'coldfleet devices transfer --file serials.txt --client 晨曦数据 --date 2026-11-15 --reason 合同变更 --dry-run',
    'coldfleet devices transfer --serials "T30-0001 T30-0002" --site 7 --reason 搬迁 --yes',
    'coldfleet devices transfer --from-client 晨曦数据 --hall 一号厂房 --client 远山科技 --reason 合同变更 --dry-run',
  ],
  'devices attend': [
    'coldfleet devices attend --serials T30A2400001 --acknowledge 等待备件',
    'coldfleet devices attend --file serials.txt --assignee 周海东 --note 明早处理',
  ],
  collect: [
    'coldfleet collect --subnet 192.168.1.0/24 --to https://coldfleet.example.com',
    'coldfleet collect --subnet 10.0.0.5-10.0.0.40 --serials serials.csv --to http://127.0.0.1:3000 --once --json',
  ],
  'devices undo': ['coldfleet devices undo --dry-run', 'coldfleet devices undo --batch 12'],
  'devices export': [
    'coldfleet devices export --state offline,warn --client 晨曦数据 -o down.xlsx',
    'coldfleet devices export --json | jq -r .serial',
  ],
  'machines export': ['coldfleet machines export -o machines.xlsx'],
  'sites deleted': ['coldfleet sites deleted'],
  'sites restore': ['coldfleet sites restore --site 7'],
  'sites export': ['coldfleet sites export --province 江苏 -o sites.csv'],
  'clients deleted': ['coldfleet clients deleted'],
  'clients restore': ['coldfleet clients restore --client 3'],
  'clients statement': ['coldfleet clients statement --client 晨曦数据 --month 2026-10 -o statement.pdf'],
  'clients export': ['coldfleet clients export -o clients.csv'],
  'accounts deleted': ['coldfleet accounts deleted'],
  'accounts restore': ['coldfleet accounts restore --account 5'],
  'accounts export': ['coldfleet accounts export --client 晨曦数据 -o accounts.csv'],
  'machine-types list': ['coldfleet machine-types list', 'coldfleet machine-types list --json'],
  'machine-types add': ['coldfleet machine-types add --name S21 --target 200 --power 3500'],
  'machine-types update': [
    'coldfleet machine-types update --name S21 --target 195 --share 0.9',
    'coldfleet machine-types update --name T20 --retire',
  ],
  'alerts list': ['coldfleet alerts list', 'coldfleet alerts list --all --from 2026-11-01 --to 2026-11-30 --json'],
  'alerts acknowledge': ['coldfleet alerts acknowledge --alert 12 --reason 供电局检修'],
  'alerts silence': ['coldfleet alerts silence --alert 12 --hours 4 --reason 更换变压器'],
  'stocktakes list': ['coldfleet stocktakes list --site 7'],
  'stocktakes add': [
    'coldfleet stocktakes add --site 7 --file scanned.txt --note 月末盘点',
    'cat scanned.txt | coldfleet stocktakes add --site 7 --file - --json',
  ],
  'stocktakes show': [
    'coldfleet stocktakes show --stocktake 12',
    'coldfleet stocktakes show --stocktake 12 --group missing --json',
  ],
  'schedules list': ['coldfleet schedules list', 'coldfleet schedules list --json'],
  'schedules run': ['coldfleet schedules run --schedule 3'],
  'repairs send': ['coldfleet repairs send --file serials.txt --reason 风扇故障 --dry-run'],
  'repairs return': ['coldfleet repairs return --serials "T30-0001 T30-0002" --outcome fixed'],
  'repairs export': ['coldfleet repairs export --from 2026-11-01 --to 2026-11-30 -o repairs.csv'],
  'orders list': ['coldfleet orders list --from 2026-11-01 --to 2026-11-30'],
  'orders export': ['coldfleet orders export -o orders.xlsx'],
  'data export': ['coldfleet data export --kind day --from 2026-11-01 --to 2026-11-30 -o days.csv'],
  'dailies export': ['coldfleet dailies export --from 2026-11-01 --to 2026-11-30 -o dailies.csv'],
  'audit export': ['coldfleet audit export --actor admin --from 2026-11-01 -o audit.csv'],
  'cities import': ['coldfleet cities import --file cities.csv --dry-run'],
  'catalogue export': ['coldfleet catalogue export -o catalogue.json', 'coldfleet catalogue export > models.csv'],
  'catalogue import': ['coldfleet catalogue import --file models.csv --source "maker, 2026" --dry-run'],
  'projects export': [
    'coldfleet projects export -o projects.xlsx',
    'coldfleet projects export --id 4 --pdf report.pdf --lang both',
  ],
  'classes video': ['coldfleet classes video --class 9 --file lesson.mp4'],
  select: ['coldfleet select --file projects.json', 'coldfleet select --file - --json < projects.json'],
  call: ['coldfleet call --list', `coldfleet call devices.find --json '{"state":"offline"}'`],
  'token create': [
    'coldfleet token create --user anna --ttl 90d --scope read',
    'coldfleet token create --user anna --scope report --site 7 --ttl 365d',
  ],
  'keys rotate': ['coldfleet keys rotate'],
  'keys accept': ['coldfleet keys accept'],
  completion: ['source <(coldfleet completion bash)'],
}

/** Add the examples of every command to its help. */
export function addExamples(program: Command, { say }: Terminal): void {
  const add = (command: Command, path: readonly string[]) => {
    const own = examples[path.join(' ')]
    if (own) command.addHelpText('after', `\n${say('cli.help.examples')}\n${own.map((line) => `  ${line}`).join('\n')}`)
    for (const one of command.commands) add(one, [...path, one.name()])
  }
  add(program, [])
}
