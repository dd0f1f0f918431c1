import type { Language } from './i18n/index.ts'

/**
 * Cities, stations and provinces of the city table in pinyin. A customary English name precedes the pinyin where there
 * is one.
 */
const inPinyin = `
北京 Beijing,天津 Tianjin,塘沽 Tanggu,石家庄 Shijiazhuang,唐山 Tangshan,邢台 Xingtai,保定 Baoding,张家口 Zhangjiakou,承德 Chengde,秦皇岛 Qinhuangdao,
沧州 Cangzhou,廊坊 Langfang,霸州 Bazhou,衡水 Hengshui,饶阳 Raoyang,太原 Taiyuan,大同 Datong,阳泉 Yangquan,运城 Yuncheng,晋城 Jincheng,阳城 Yangcheng,
朔州 Shuozhou,右玉 Youyu,晋中 Jinzhong,榆社 Yushe,忻州 Xinzhou,原平 Yuanping,临汾 Linfen,吕梁 Lüliang,离石 Lishi,呼和浩特 Hohhot (Huhehaote),包头 Baotou,
赤峰 Chifeng,通辽 Tongliao,鄂尔多斯 E'erduosi,东胜 Dongsheng,呼伦贝尔 Hulunbei'er,满洲里 Manzhouli,海拉尔 Haila'er,巴彦淖尔 Bayannao'er,临河 Linhe,
乌兰察布 Wulanchabu,集宁 Jining,兴安盟 Xing'an Meng,乌兰浩特 Wulanhaote,锡林郭勒盟 Xilinguole Meng,二连浩特 Erlianhaote,锡林浩特 Xilinhaote,沈阳 Shenyang,
大连 Dalian,鞍山 Anshan,抚顺 Fushun,本溪 Benxi,丹东 Dandong,锦州 Jinzhou,营口 Yingkou,阜新 Fuxin,铁岭 Tieling,开原 Kaiyuan,朝阳 Chaoyang,葫芦岛 Huludao,
兴城 Xingcheng,长春 Changchun,吉林 Jilin,四平 Siping,通化 Tonghua,白山 Baishan,临江 Linjiang,松原 Songyuan,乾安 Qian'an,白城 Baicheng,延边 Yanbian,
延吉 Yanji,哈尔滨 Harbin (Ha'erbin),齐齐哈尔 Qiqiha'er,鸡西 Jixi,鹤岗 Hegang,伊春 Yichun,佳木斯 Jiamusi,牡丹江 Mudanjiang,双鸭山 Shuangyashan,宝清 Baoqing,
黑河 Heihe,绥化 Suihua,大兴安岭 Daxing'anling,漠河 Mohe,加格达奇 Jiagedaqi,上海 Shanghai,上海徐家汇 Shanghai Xujiahui,南京 Nanjing,徐州 Xuzhou,南通 Nantong,
连云港 Lianyungang,赣榆 Ganyu,常州 Changzhou,淮安 Huai'an,淮阴 Huaiyin,盐城 Yancheng,射阳 Sheyang,扬州 Yangzhou,高邮 Gaoyou,苏州 Suzhou,
吴县东山 Wuxian Dongshan,杭州 Hangzhou,温州 Wenzhou,金华 Jinhua,衢州 Quzhou,宁波 Ningbo,鄞州 Yinzhou,嘉兴 Jiaxing,平湖 Pinghu,绍兴 Shaoxing,
嵊州 Shengzhou,舟山 Zhoushan,定海 Dinghai,台州 Taizhou,玉环 Yuhuan,丽水 Lishui,合肥 Hefei,芜湖 Wuhu,蚌埠 Bengbu,安庆 Anqing,六安 Lu'an,亳州 Bozhou,
黄山 Huangshan,山顶 summit,滁州 Chuzhou,阜阳 Fuyang,宿州 Suzhou,巢湖 Chaohu,宣城 Xuancheng,宁国 Ningguo,福州 Fuzhou,厦门 Xiamen,漳州 Zhangzhou,
三明 Sanming,泰宁 Taining,南平 Nanping,龙岩 Longyan,宁德 Ningde,屏南 Pingnan,南昌 Nanchang,景德镇 Jingdezhen,九江 Jiujiang,上饶 Shangrao,玉山 Yushan,
赣州 Ganzhou,吉安 Ji'an,宜春 Yichun,抚州 Fuzhou,广昌 Guangchang,鹰潭 Yingtan,贵溪 Guixi,济南 Jinan,青岛 Qingdao,淄博 Zibo,烟台 Yantai,潍坊 Weifang,
临沂 Linyi,德州 Dezhou,菏泽 Heze,日照 Rizhao,威海 Weihai,济宁 Jining,兖州 Yanzhou,泰安 Tai'an,滨州 Binzhou,惠民 Huimin,东营 Dongying,郑州 Zhengzhou,
开封 Kaifeng,洛阳 Luoyang,新乡 Xinxiang,安阳 Anyang,三门峡 Sanmenxia,南阳 Nanyang,商丘 Shangqiu,信阳 Xinyang,许昌 Xuchang,驻马店 Zhumadian,周口 Zhoukou,
西华 Xihua,武汉 Wuhan,黄石 Huangshi,宜昌 Yichang,恩施州 Enshi Zhou,恩施 Enshi,荆州 Jingzhou,襄阳 Xiangyang,枣阳 Zaoyang,襄樊 Xiangfan,荆门 Jingmen,
钟祥 Zhongxiang,十堰 Shiyan,房县 Fangxian,黄冈 Huanggang,麻城 Macheng,咸宁 Xianning,嘉鱼 Jiayu,随州 Suizhou,广水 Guangshui,长沙 Changsha,
马坡岭 Mapoling,常德 Changde,衡阳 Hengyang,邵阳 Shaoyang,岳阳 Yueyang,郴州 Chenzhou,张家界 Zhangjiajie,桑植 Sangzhi,益阳 Yiyang,沅江 Yuanjiang,
永州 Yongzhou,零陵 Lingling,怀化 Huaihua,芷江 Zhijiang,娄底 Loudi,双峰 Shuangfeng,湘西州 Xiangxi Zhou,吉首 Jishou,广州 Guangzhou,湛江 Zhanjiang,
汕头 Shantou,韶关 Shaoguan,阳江 Yangjiang,深圳 Shenzhen,江门 Jiangmen,台山 Taishan,茂名 Maoming,信宜 Xinyi,肇庆 Zhaoqing,高要 Gaoyao,惠州 Huizhou,
惠阳 Huiyang,梅州 Meizhou,汕尾 Shanwei,河源 Heyuan,清远 Qingyuan,连州 Lianzhou,揭阳 Jieyang,惠来 Huilai,南宁 Nanning,柳州 Liuzhou,桂林 Guilin,
梧州 Wuzhou,北海 Beihai,百色 Baise,钦州 Qinzhou,玉林 Yulin,防城港 Fangchenggang,东兴 Dongxing,河池 Hechi,来宾 Laibin,贺州 Hezhou,崇左 Chongzuo,
龙州 Longzhou,海口 Haikou,三亚 Sanya,重庆 Chongqing,万州 Wanzhou,奉节 Fengjie,成都 Chengdu,广元 Guangyuan,甘孜州 Ganzi Zhou,康定 Kangding,宜宾 Yibin,
南充 Nanchong,南坪区 Nanping Qu,凉山州 Liangshan Zhou,西昌 Xichang,遂宁 Suining,内江 Neijiang,乐山 Leshan,泸州 Luzhou,绵阳 Mianyang,达州 Dazhou,
雅安 Ya'an,巴中 Bazhong,资阳 Ziyang,阿坝州 Aba Zhou,马尔康 Ma'erkang,贵阳 Guiyang,遵义 Zunyi,毕节 Bijie,安顺 Anshun,铜仁 Tongren,黔西南州 Qianxinan Zhou,
兴仁 Xingren,黔南州 Qiannan Zhou,罗甸 Luodian,黔东南州 Qiandongnan Zhou,凯里 Kaili,六盘水 Liupanshui,盘县 Panxian,昆明 Kunming,保山 Baoshan,
昭通 Zhaotong,丽江 Lijiang,普洱 Pu'er,思茅 Simao,红河州 Honghe Zhou,蒙自 Mengzi,西双版纳州 Xishuangbanna Zhou,景洪 Jinghong,文山州 Wenshan Zhou,
曲靖 Qujing,沾益 Zhanyi,玉溪 Yuxi,临沧 Lincang,楚雄州 Chuxiong Zhou,楚雄 Chuxiong,大理州 Dali Zhou,大理 Dali,德宏州 Dehong Zhou,瑞丽 Ruili,
怒江州 Nujiang Zhou,泸水 Lushui,迪庆州 Diqing Zhou,香格里拉 Xianggelila,拉萨 Lhasa (Lasa),昌都 Changdu,那曲 Naqu,日喀则 Rikaze,林芝 Linzhi,阿里 Ali,
狮泉河 Shiquanhe,山南 Shannan,错那 Cuona,西安 Xi'an,延安 Yan'an,宝鸡 Baoji,汉中 Hanzhong,榆林 Yulin,安康 Ankang,铜川 Tongchuan,咸阳 Xianyang,武功 Wugong,
商洛 Shangluo,商州 Shangzhou,兰州 Lanzhou,酒泉 Jiuquan,平凉 Pingliang,天水 Tianshui,陇南 Longnan,武都 Wudu,张掖 Zhangye,白银 Baiyin,靖远 Jingyuan,
金昌 Jinchang,永昌 Yongchang,庆阳 Qingyang,西峰镇 Xifengzhen,定西 Dingxi,临洮 Lintao,武威 Wuwei,临夏州 Linxia Zhou,临夏 Linxia,甘南州 Gannan Zhou,
合作 Hezuo,西宁 Xining,玉树州 Yushu Zhou,玉树 Yushu,海西州 Haixi Zhou,格尔木 Ge'ermu,黄南州 Huangnan Zhou,河南 Henan,海南州 Hainan Zhou,共和 Gonghe,
果洛州 Guoluo Zhou,达日 Dari,海北州 Haibei Zhou,祁连 Qilian,海东 Haidong,民和 Minhe,银川 Yinchuan,石嘴山 Shizuishan,惠农 Huinong,吴忠 Wuzhong,
同心 Tongxin,固原 Guyuan,中卫 Zhongwei,乌鲁木齐 Urumqi (Wulumuqi),克拉玛依 Kelamayi,吐鲁番 Tulufan,哈密 Hami,和田 Hetian,阿勒泰 Aletai,喀什 Kashi,
伊犁州 Yili Zhou,伊宁 Yining,巴音郭楞州 Bayinguoleng Zhou,库尔勒 Ku'erle,昌吉州 Changji Zhou,奇台 Qitai,博尔塔拉州 Bo'ertala Zhou,精河 Jinghe,阿克苏 Akesu,
塔城 Tacheng,克孜勒苏州 Kezilesu Zhou,乌恰 Wuqia,河北 Hebei,山西 Shanxi,内蒙古 Inner Mongolia,辽宁 Liaoning,黑龙江 Heilongjiang,江苏 Jiangsu,
浙江 Zhejiang,安徽 Anhui,福建 Fujian,江西 Jiangxi,山东 Shandong,湖北 Hubei,湖南 Hunan,广东 Guangdong,广西 Guangxi,海南 Hainan,四川 Sichuan,贵州 Guizhou,
云南 Yunnan,西藏 Xizang,陕西 Shaanxi,甘肃 Gansu,青海 Qinghai,宁夏 Ningxia,新疆 Xinjiang`
const byName = new Map(
  inPinyin
    .trim()
    .split(/,\s*/)
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)
const latin = (name: string): string => byName.get(name) ?? name

/**
 * Return the name of a place in a language: `恩施（山顶）` becomes `Enshi (summit)`. A name that is not in the table is
 * returned as typed.
 */
export function placeName(language: Language, name: string): string {
  if (language === 'zh') return name
  const [, outer, inner] = /^([^（]+)（([^（）]+)）$/.exec(name) ?? []
  return outer && inner && byName.has(outer) ? `${latin(outer)} (${latin(inner)})` : latin(name)
}

/** Remarks after the station of a climate. The table has them in English. */
const flagsInChinese: Readonly<Record<string, string>> = {
  'mountain-top station': '山顶站',
  'no wet bulb: W from summer ventilation T+RH': '无湿球温度：含湿量由夏季通风温度与相对湿度求得',
}
const flagOf = (language: Language, flag: string): string => {
  const [, printedName] = /^printed name (\S+)$/.exec(flag) ?? []
  const [, printedAltitude] = /^alt corrected \(print (\d+)\)$/.exec(flag) ?? []
  if (language === 'en') return printedName ? `printed name ${latin(printedName)}` : flag
  if (printedName) return `标准中印为${printedName}`
  return printedAltitude ? `海拔已更正（标准中印为 ${printedAltitude}）` : (flagsInChinese[flag] ?? flag)
}

/**
 * Return the source of a city's climate, `GB50736-2012 附录A 59287 广州 1971-2000`, in a language; any other source as
 * stored.
 */
export function climateSource(language: Language, source: string): string {
  const [, number, station, years, flag] =
    /^GB50736-2012 附录A (\d+) (\S+) (\d{4}-\d{4})(?: \| (.+))?$/.exec(source) ?? []
  if (!number || !station || !years) return source
  const said =
    language === 'zh'
      ? source.split(' | ')[0]
      : `GB 50736-2012 appendix A, station ${number} ${latin(station)}, ${years}`
  return flag ? `${said} | ${flagOf(language, flag)}` : `${said}`
}
