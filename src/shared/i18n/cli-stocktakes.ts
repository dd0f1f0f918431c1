import { defineWords } from './define.ts'

/** Words of `coldfleet stocktakes`. */
export const cliStocktakes = defineWords(
  {
    'cli.stocktakes': '站点盘点',
    'cli.stocktakes.list': '列出一个站点的盘点记录，最新的在前',
    'cli.stocktakes.add': '用扫描到的序列号核对站点的设备并保存结果；不改动任何设备',
    'cli.stocktakes.show': '显示一次盘点：缺失、属于其他站点和未知的序列号',
    'cli.stocktakes.size': '最多列出多少条',
    'cli.stocktakes.note': '备注',
    'cli.stocktakes.stocktake': '盘点编号',
    'cli.stocktakes.group': '只显示其中一组',
    'cli.stocktakes.noSite': '请用 --site 指定站点',
    'cli.stocktakes.none': '还没有盘点记录',
    'cli.stocktakes.more': '共 {{total}} 条，列出 {{shown}} 条',
  },
  {
    'cli.stocktakes': 'stocktakes of sites',
    'cli.stocktakes.list': 'stocktakes of a site, the newest first',
    'cli.stocktakes.add':
      'compare scanned serials with the devices of a site and keep the result; no device is changed',
    'cli.stocktakes.show': 'one stocktake: what is missing, of another site, and unknown',
    'cli.stocktakes.size': 'how many are listed at most',
    'cli.stocktakes.note': 'note',
    'cli.stocktakes.stocktake': 'number of the stocktake',
    'cli.stocktakes.group': 'one of its groups alone',
    'cli.stocktakes.noSite': 'name the site by --site',
    'cli.stocktakes.none': 'no stocktake yet',
    'cli.stocktakes.more': '{{total}} in all, {{shown}} listed',
  },
)
