/** Goods by key: names, recommended storage temperature °C and relative humidity %, and the source of the range. */
export type Goods = {
  key: string
  zh: string
  en: string
  tempMin: number | null
  tempMax: number | null
  rhMin: number | null
  rhMax: number | null
  source: string
}

type Row = readonly [
  key: string,
  zh: string,
  en: string,
  tempMin: number,
  tempMax: number,
  rhMin: number,
  rhMax: number,
  source: string,
]
const rows: readonly Row[] = [
  ['frozen_pork', '冻猪肉', 'Frozen pork', -23, -18, 90, 95, 'AS'],
  ['frozen_beef', '冻牛肉', 'Frozen beef', -23, -18, 90, 95, 'AS'],
  ['frozen_mutton', '冻羊肉', 'Frozen mutton and lamb', -20, -15, 85, 90, 'GB'],
  ['frozen_poultry', '冻禽', 'Frozen poultry', -20, -15, 85, 90, 'GB'],
  ['frozen_rabbit', '冻兔肉', 'Frozen rabbit', -20, -15, 85, 90, 'GB'],
  ['frozen_offal', '冻副产品（内脏）', 'Frozen offal', -18, -15, 80, 85, 'VP'],
  ['frozen_game', '冻野味', 'Frozen game (venison)', -18, -12, 80, 90, 'VP'],
  ['chilled_pork', '冷鲜猪肉', 'Chilled pork', 0, 1, 85, 90, 'AS'],
  ['chilled_beef', '冷鲜牛肉', 'Chilled beef', -2, 1, 88, 95, 'AS'],
  ['chilled_poultry', '冷鲜禽肉', 'Chilled poultry', -1, 1, 85, 90, 'VP'],
  ['cooked_meat', '熟肉制品', 'Cooked sausage and cooked meat', 1, 3, 80, 85, 'VP'],
  ['frozen_fish', '冻鱼', 'Frozen fish', -30, -20, 90, 95, 'AS'],
  ['frozen_fatty_fish', '冻多脂鱼', 'Frozen fatty fish', -25, -23, 90, 95, 'VP'],
  ['frozen_shrimp', '冻虾', 'Frozen shrimp', -23, -18, 90, 95, 'GB'],
  ['frozen_shellfish', '冻贝类', 'Frozen shellfish', -34, -20, 90, 95, 'AS'],
  ['fresh_fish', '冰鲜鱼', 'Fresh fish on ice', -0.5, 1, 95, 100, 'AS'],
  ['fresh_shrimp', '冰鲜虾', 'Fresh shrimp', -0.5, 1, 95, 100, 'AS'],
  ['ice_cream', '冰淇淋', 'Ice cream', -30, -20, 85, 90, 'T:DN RH:GB'],
  ['butter_frozen', '冻黄油', 'Butter, frozen', -20, -15, 70, 85, 'DN'],
  ['butter', '黄油', 'Butter', -4.5, 0, 80, 85, 'DN'],
  ['cheese', '奶酪（切达）', 'Cheese (Cheddar)', -1, 2, 65, 70, 'DN'],
  ['milk', '巴氏鲜奶', 'Pasteurised milk', 0, 2, 80, 85, 'VP'],
  ['eggs_shell', '鲜蛋', 'Shell eggs', -2, 0, 80, 85, 'GB'],
  ['eggs_frozen', '冰蛋', 'Frozen egg', -20, -15, 85, 90, 'GB'],
  ['apple', '苹果', 'Apples', 0, 2, 85, 90, 'GB'],
  ['pear', '梨', 'Pears', 0, 2, 85, 90, 'GB'],
  ['strawberry', '草莓', 'Strawberries', -1, 1, 90, 90, 'VP'],
  ['citrus', '柑橘', 'Mandarins and citrus', 2, 4, 85, 90, 'GB'],
  ['lychee', '荔枝', 'Lychees', 2, 4, 85, 90, 'GB'],
  ['banana', '香蕉', 'Bananas', 12.8, 18.3, 85, 90, 'HC'],
  ['frozen_fruit', '速冻水果', 'Frozen fruit', -25, -23, 80, 90, 'VP'],
  ['cabbage', '大白菜/甘蓝', 'Chinese cabbage and cabbage', -1, 1, 90, 95, 'GB'],
  ['garlic_scape', '蒜薹', 'Garlic scapes', -1, 1, 90, 95, 'GB'],
  ['onion', '洋葱（干）', 'Dry onions', 0, 0, 65, 75, 'AM'],
  ['garlic', '大蒜（干）', 'Dry garlic', 0, 0, 65, 70, 'AM'],
  ['potato', '土豆', 'Potatoes', 2, 4, 85, 90, 'GB'],
  ['sweet_pepper', '甜椒', 'Sweet peppers', 7, 13, 90, 95, 'AM'],
  ['cucumber', '黄瓜', 'Cucumbers', 10, 13, 95, 95, 'AM'],
  ['mushroom', '蘑菇', 'Mushrooms', 0, 0, 95, 95, 'AM'],
  ['frozen_vegetables', '速冻蔬菜', 'Frozen vegetables', -23, -18, 85, 85, 'VP'],
  ['frozen_bakery', '冷冻面点（面包、蛋糕）', 'Frozen bread and cakes', -18, -18, 85, 90, 'VP'],
  ['chocolate', '巧克力', 'Chocolate (coating)', 10, 18.3, 40, 50, 'HC'],
  ['medicine', '冷藏药品', 'Refrigerated medicines', 2, 10, 45, 75, 'GS'],
  ['vaccine', '疫苗/生物制品', 'Vaccines and biologics', 2, 8, 35, 75, 'GS'],
  ['flowers', '鲜切花', 'Cut flowers', -0.5, 0.5, 90, 95, 'T:WF RH:judgement'],
]

/** Goods that are not in the list; without a recommended range. */
export const otherGoods: Goods = {
  key: 'other',
  zh: '其他',
  en: 'Other',
  tempMin: null,
  tempMax: null,
  rhMin: null,
  rhMax: null,
  source: '',
}
/** The kinds of goods in the option list, in order. */
export const goods: readonly Goods[] = [
  ...rows.map(([key, zh, en, tempMin, tempMax, rhMin, rhMax, source]) => ({
    key,
    zh,
    en,
    tempMin,
    tempMax,
    rhMin,
    rhMax,
    source,
  })),
  otherGoods,
]
const byKey = new Map(goods.map((kind) => [kind.key, kind]))
export const goodsOf = (key: string | null): Goods | null => (key === null ? null : (byKey.get(key) ?? null))
