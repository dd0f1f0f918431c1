type Address = { province: string; city: string }
export type DemoSite = Address & { name: string; domain: string; base: number; devices: number; region: string }
export type DemoClient = Address & {
  name: string
  base: number
  /** Sub-accounts: `share` of the client's devices, `site` of most of them, `second` of the rest. */
  accounts: readonly { name: string; share: number; site: number; second: number }[]
  share: number
}

export const demoHeadquarters = { name: '总部', province: '上海市', city: '上海', region: '浦东新区' }

export const demoBases: readonly (Address & { name: string; domain: string; region: string })[] = [
  { name: '华东基地', domain: 'east', province: '江苏省', city: '南京', region: '江宁区' },
  { name: '西北基地', domain: 'northwest', province: '甘肃省', city: '兰州', region: '城关区' },
]

/** Six sites, three a base, each in another province; together 2,000 machines. */
export const demoSites: readonly DemoSite[] = [
  { name: '华东一号站', domain: 'east-1', base: 0, province: '江苏省', city: '盐城', region: '大丰区', devices: 520 },
  { name: '华东二号站', domain: 'east-2', base: 0, province: '浙江省', city: '湖州', region: '长兴县', devices: 380 },
  { name: '华东三号站', domain: 'east-3', base: 0, province: '安徽省', city: '滁州', region: '来安县', devices: 260 },
  {
    name: '西北一号站',
    domain: 'northwest-1',
    base: 1,
    province: '甘肃省',
    city: '酒泉',
    region: '瓜州县',
    devices: 400,
  },
  {
    name: '西北二号站',
    domain: 'northwest-2',
    base: 1,
    province: '宁夏回族自治区',
    city: '中卫',
    region: '沙坡头区',
    devices: 280,
  },
  {
    name: '西北三号站',
    domain: 'northwest-3',
    base: 1,
    province: '新疆维吾尔自治区',
    city: '哈密',
    region: '伊州区',
    devices: 160,
  },
]

const accounts = (prefix: string, sites: readonly (readonly [number, number])[]) =>
  sites.map(([site, second], index) => ({ name: `${prefix}-0${index + 1}`, share: 1 / (index + 1), site, second }))

/** Eight clients with three sub-accounts each, from a large one to a small one. */
export const demoClients: readonly DemoClient[] = [
  {
    name: '晨曦数据',
    base: 0,
    province: '上海市',
    city: '上海',
    share: 34,
    accounts: accounts('chenxi', [
      [0, 1],
      [1, 0],
      [2, 0],
    ]),
  },
  {
    name: '远山科技',
    base: 0,
    province: '浙江省',
    city: '杭州',
    share: 26,
    accounts: accounts('yuanshan', [
      [1, 0],
      [0, 2],
      [2, 1],
    ]),
  },
  {
    name: '北辰云算',
    base: 0,
    province: '江苏省',
    city: '苏州',
    share: 20,
    accounts: accounts('beichen', [
      [0, 2],
      [2, 1],
      [1, 2],
    ]),
  },
  {
    name: '蓝海智能',
    base: 0,
    province: '安徽省',
    city: '合肥',
    share: 13,
    accounts: accounts('lanhai', [
      [2, 0],
      [0, 1],
      [1, 2],
    ]),
  },
  {
    name: '青松能源',
    base: 0,
    province: '山东省',
    city: '济南',
    share: 7,
    accounts: accounts('qingsong', [
      [0, 1],
      [2, 0],
      [1, 0],
    ]),
  },
  {
    name: '祁连数科',
    base: 1,
    province: '甘肃省',
    city: '兰州',
    share: 46,
    accounts: accounts('qilian', [
      [3, 4],
      [4, 3],
      [5, 3],
    ]),
  },
  {
    name: '天山云谷',
    base: 1,
    province: '新疆维吾尔自治区',
    city: '乌鲁木齐',
    share: 32,
    accounts: accounts('tianshan', [
      [5, 3],
      [3, 4],
      [4, 5],
    ]),
  },
  {
    name: '塞上新能',
    base: 1,
    province: '宁夏回族自治区',
    city: '银川',
    share: 22,
    accounts: accounts('saishang', [
      [4, 5],
      [3, 5],
      [5, 4],
    ]),
  },
]
