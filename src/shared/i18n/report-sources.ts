/** Sources of formulas and constants as the calculation names them, in Chinese; titles of works stay as they are. */
const inChinese: Readonly<Record<string, string>> = {
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 3': 'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 3',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 20, 22; pws over ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 20、22；0 °C 以下为冰面饱和压力',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 26, per kg of dry air':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 26，按每 kg 干空气',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 11, kg of moist air':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 11，按湿空气质量',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 36 inverted; over ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 36 反算；0 °C 以下以冰面为准',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 20, 22; relative to ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 20、22；0 °C 以下以冰面为准',
  'ASHRAE, EnergyPlus, Jekel/IRC: about 0.90 for both [S]': 'ASHRAE、EnergyPlus、Jekel/IRC：两者并用约 0.90 [S]',
  'our decision [J]': '本软件的取值 [J]',
  'our decision [J]; dock practice 34 °F in Tippmann [S]': '本软件的取值 [J]；参照 Tippmann 的装卸间惯例 34 °F [S]',
  'straight mixing line under saturation, our decision [J]; Ws by ASHRAE Fundamentals 2017 ch. 1':
    '混合直线保持在饱和线以下，本软件的取值 [J]；饱和含湿量按 ASHRAE Fundamentals 2017 第 1 章',
  'our decision [J]; 0.002857 = lower limit of the published rotor map [S]':
    '本软件的取值 [J]；0.002857 为已发表转轮曲线的下限 [S]',
  'Gosney & Olama 1975, in ASHRAE Refrigeration "Refrigerated-Facility Loads" and the EnergyPlus Engineering Reference':
    'Gosney & Olama 1975，见 ASHRAE Refrigeration "Refrigerated-Facility Loads" 与 EnergyPlus Engineering Reference',
  'continuity over the whole opening': '门洞全面积的连续性方程',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads" [S]': 'ASHRAE Refrigeration "Refrigerated-Facility Loads" [S]',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads"': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": doorway open-time factor [K]':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：开门时间系数 [K]',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": a door that stands open':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：常开的门',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": above 11 K':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：温差大于 11 K',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": up to 11 K':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：温差不大于 11 K',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": strip curtain in service, store below 0 °C':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：在用门帘，库温低于 0 °C',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": strip curtain in service, store from 0 °C':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：在用门帘，库温不低于 0 °C',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": 15 to 25 s an ordinary door':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：普通门 15 至 25 s',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads"; EnergyPlus Engineering Reference [S]':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"；EnergyPlus Engineering Reference [S]',
  'Jekel, IRC: 0.375 ft³/min per ft, middle of 0.25 to 0.5 for sliding doors [S]':
    'Jekel，IRC：每 ft 0.375 ft³/min，取推拉门 0.25 至 0.5 的中值 [S]',
  'Jekel, IRC: 0.375 ft³/min per ft, middle of 0.25 to 0.5 for sliding doors':
    'Jekel，IRC：每 ft 0.375 ft³/min，取推拉门 0.25 至 0.5 的中值',
  'seals leak while the door is closed': '门关闭时密封漏风',
  'sum over the doors': '各门之和',
  'moisture balance of the protected zone: m_w = B (W_o - W_z), Gosney & Olama 1975 [S]':
    '保护区湿平衡：m_w = B (W_o - W_z)，Gosney & Olama 1975 [S]',
  'outside the operating window all doors are closed and leak': '运行时段以外各门关闭，只有漏风',
  'operating window and the rest of the day': '运行时段与其余时间之和',
  'annual highest humidity ratio, at most saturated at the annual highest temperature':
    '年最大含湿量，不超过年最高温度下的饱和值',
  'safety on the design day, the annual peak as it is; not multiplied together, our decision [J]':
    '安全系数只乘设计日负荷，年极值按原值，两者不连乘；本软件的取值 [J]',
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), DesiccantDehumidifiers.f90: lower limit of the map and upper limit':
    'EnergyPlus 默认转轮（Worek，UIC 为 GRI 所做），DesiccantDehumidifiers.f90：曲线的下限与上限',
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), DesiccantDehumidifiers.f90: lower limit of the map':
    'EnergyPlus 默认转轮（Worek，UIC 为 GRI 所做），DesiccantDehumidifiers.f90：曲线下限',
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), DesiccantDehumidifiers.f90: upper limit of the map':
    'EnergyPlus 默认转轮（Worek，UIC 为 GRI 所做），DesiccantDehumidifiers.f90：曲线上限',
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), DesiccantDehumidifiers.f90: least leaving humidity ratio':
    'EnergyPlus 默认转轮（Worek，UIC 为 GRI 所做），DesiccantDehumidifiers.f90：出口含湿量的最小值',
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), regeneration at 121 °C, DesiccantDehumidifiers.f90 [S]':
    'EnergyPlus 默认转轮（Worek，UIC 为 GRI 所做），再生温度 121 °C，DesiccantDehumidifiers.f90 [S]',
  'fitted to the published point of the Cotes CR100 [J]': '按 Cotes CR100 公布工况点拟合 [J]',
  'fitted to the published point of the Cotes CR100': '按 Cotes CR100 公布工况点拟合',
  'share of the moisture that the rotor takes; held constant outside the map [J]':
    '转轮除去的湿量占比；曲线范围以外保持不变 [J]',
  'definition of the effectiveness': '除湿效率的定义',
  'all doors that stand open and the largest of those opened now and then, our decision [J]':
    '所有常开门与最大的一扇偶尔开的门；本软件的取值 [J]',
  'dry-air sweep at the doorway, our decision [J]': '门口的干空气扫风；本软件的取值 [J]',
  'moisture balance of the dehumidifier': '除湿机湿平衡',
  'moisture and sweep both have to be met': '除湿与扫风须同时满足',
  'moisture balance of one unit at the state of the zone': '单台设备在保护区状态下的湿平衡',
  'capacity of all units over the need': '总除湿量与所需除湿量之比',
  'cold-air fan 8 K, tube bank 10 K under the store [J]; GB 50072-2021 6.3.1 allows at most 10 K direct [S]':
    '冷风机低于库温 8 K，排管低 10 K [J]；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K [S]',
  'store humidity below which the coil stays dry; ASHRAE Fundamentals 2017 ch. 1':
    '库内湿度低于此值时盘管不结霜；ASHRAE Fundamentals 2017 第 1 章',
  'heat of sublimation 2833 kJ/kg, of condensation 2501 kJ/kg (EnergyPlus constants) [S]':
    '凝华热 2833 kJ/kg，凝结热 2501 kJ/kg（EnergyPlus 常数）[S]',
  'heat of melting 335 kJ/kg, ice 2.0 kJ/(kg·K) (EnergyPlus constants) [S]':
    '融化热 335 kJ/kg，冰的比热 2.0 kJ/(kg·K)（EnergyPlus 常数）[S]',
  'sum over the doors, open and closed': '各门开启与关闭时之和',
  'regeneration runs for the moisture of the design day, fans all day; estimate':
    '再生按设计日湿量运行，风机全天运行；估算值',
  'Munters dehumidification worksheet: velocity × area × density × open time × dW [S]':
    'Munters 除湿算表：风速 × 面积 × 密度 × 开门时间 × ΔW [S]',
  'open during the whole operating window': '运行时段内一直开启',
  'never open': '从不开启',
  'standard gravity, two decimals': '标准重力加速度，取两位小数',
  'EnergyPlus 0.5; Jekel/IRC 0.5 to 0.8; Foster 0.31 as installed':
    'EnergyPlus 0.5；Jekel/IRC 0.5 至 0.8；Foster 实测安装状态 0.31',
  'no door protection is trusted beyond this': '门的阻隔效率不采信更高的值',
  'a re-entry room is kept this much above the store': '回笼间比冷库高出的温度',
  'lowest temperature of a re-entry room; dock practice 34 °F in Tippmann':
    '回笼间的最低温度；参照 Tippmann 的装卸间惯例 34 °F',
  'step of the search along the mixing line': '沿混合线搜索的步长',
  'EnergyPlus constants': 'EnergyPlus 常数',
  'ASHRAE Fundamentals 2017 ch. 1, at 0 °C': 'ASHRAE Fundamentals 2017 第 1 章，0 °C',
  'coil below the store, cold-air fan; GB 50072-2021 6.3.1 allows at most 10 K direct':
    '盘管低于库温，冷风机；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K',
  'coil below the store, tube bank; GB 50072-2021 6.3.1 allows at most 10 K direct':
    '盘管低于库温，排管；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K',
  'more units than this are no sensible plant': '台数再多即不合理',
  'used where no altitude is given': '未填海拔时采用',
  'on the load of the design day, not on the annual peak': '乘设计日负荷，不乘年极值',
  'size of the buoyancy inflow itself': '与门洞热压流速相当',
  'duty units at which the search begins': '选型从该台数开始',
  'full nominal air flow': '额定风量的全部',
  'no moisture released inside': '库内无散湿',
  'proposed re-entry room: two doors are not open at once': '建议的回笼间：两道门不同时开启',
  'proposed re-entry room': '建议的回笼间',
  'proposed re-entry room, or the tallest door': '建议的回笼间，或最高的门',
  'less than a milligram an hour is nothing': '每小时不足 1 mg 视为零',
  'rise of the rotor map; outside of it in proportion to the moisture taken up [J]':
    '转轮曲线的温升；曲线范围以外与除去的湿量成正比 [J]',
  'rotor map at the state and air flow of the point, at sea level; taken = share that the map takes at 4 m/s × V/V_nom [S]':
    '转轮曲线在该点的状态与风量下（海平面）；taken 为曲线在 4 m/s × V/V_nom 时除去的湿量占比 [S]',
  'level of the maker against the rotor map [J]': '制造商数据相对转轮曲线的水平 [J]',
  'square of the distance of the duty from the point, 10 K and 3 g/kg as one [J]':
    '工况与该点距离的平方，10 K 与 3 g/kg 各计为 1 [J]',
  'levels of the points weighed by the inverse square of their distance: no value leaves their range [J]':
    '各点水平按距离平方的倒数加权：结果不超出各点的范围 [J]',
  'the duty lies on a point of the maker: its own level': '工况与制造商的某一点重合：取该点的水平',
  'capacity factor of the catalogue': '机型目录的能力系数',
  'rise of the rotor map at the level of the maker [J]': '转轮曲线的温升乘以机型水平 [J]',
  'the rotor warms the air that it dries': '转轮在除湿的同时使空气升温',
  'heat that the cooler of the re-entry room, or the plant of the store, must take; ASHRAE Fundamentals 2017 ch. 1':
    '由回笼间的冷却或冷库制冷系统承担的热量；ASHRAE Fundamentals 2017 第 1 章',
  'saturated air at the surface of the coil; ASHRAE Fundamentals 2017 ch. 1':
    '盘管表面的饱和空气；ASHRAE Fundamentals 2017 第 1 章',
  'the stated humidity of the store; saturation where a coil alone cannot hold it [J]':
    '设计的库内湿度；仅靠盘管达不到时取饱和状态 [J]',
  'without equipment all that enters ends on the coil while the store stays at its humidity: kg/h per kg/kg [J]':
    '无设备时进入的湿量全部析出在盘管上，而库内保持设计湿度：每 kg/kg 的 kg/h [J]',
  'balance of the store: what enters is what settles on the coil and what the equipment takes [J]':
    '库内湿平衡：进入的湿量等于盘管析出与设备除去之和 [J]',
  'what enters a store whose coil is just dry; supply air drier than that takes moisture out [J]':
    '盘管刚好干燥时进入库内的湿量；更干的送风会带走湿量 [J]',
  'what enters a store whose coil is just dry [J]': '盘管刚好干燥时进入库内的湿量 [J]',
  'air that is drier than the store brings nothing [J]': '比库内干的空气不带入湿量 [J]',
  'what settles on the calibrated coil [J]': '按标定的盘管计算的析湿量 [J]',
  'the steps of the design case': '与设计日相同的步骤',
  'the coil stays dry': '盘管保持干燥',
  'capacity of all units in the air of the store; taken = share that the rotor map takes at 4 m/s × f [S]':
    '全部设备在库内空气中的除湿量；taken 为转轮曲线在 4 m/s × f 时除去的湿量占比 [S]',
  'supply air; taken = share that the rotor map takes at 4 m/s × f [S]':
    '送风；taken 为转轮曲线在 4 m/s × f 时除去的湿量占比 [S]',
  'share of the frost of a day that the equipment keeps away': '设备使每日析湿量减少的占比',
  'more would freeze than without the equipment: nothing is kept away': '析湿量不比无设备时少：减少率计为 0',
  'moisture to be taken from the store so that the coil stays dry on the design day [J]':
    '设计日使盘管保持干燥而须从库内除去的湿量 [J]',
  'a cosine through the means of summer (July) and winter (January), estimate [J]':
    '按夏季（7 月）与冬季（1 月）平均值取余弦；估算值 [J]',
  'days of the months, 28 in February; estimate [J]': '按各月天数，2 月计 28 天；估算值 [J]',
  'state at which makers rate: 20 °C': '制造商标定额定值的状态：20 °C',
  'state at which makers rate: 60 %': '制造商标定额定值的状态：60 %',
  'a rating and a capacity factor of one row may differ by this much': '同一行的额定值与能力系数允许的偏差',
  'counts as one between a duty and a point of the maker': '工况与制造商数据点之间计为 1 的差值',
  'a duty further outside of the points of the maker is flagged': '工况超出制造商数据点更多时予以标明',
  'ASHRAE Fundamentals 2017 ch. 1: specific heat of dry air': 'ASHRAE Fundamentals 2017 第 1 章：干空气比热',
  'refrigeration plant: 1.5 at -18 °C and colder to 2.5 at 0 °C and warmer, estimate [J]':
    '制冷系统：−18 °C 及以下为 1.5，0 °C 及以上为 2.5，其间线性；估算值 [J]',
  'a fifth of the heat of a defrost melts frost, 80 % of it stays in the store; estimate [J]':
    '融霜热量的五分之一用于融化，80 % 留在库内；估算值 [J]',
  'regeneration runs for the moisture of the day, at most all day; estimate [J]':
    '再生按当日湿量运行，最多全天；估算值 [J]',
  'the units run until the coil is dry; estimate [J]': '设备运行到盘管干燥为止；估算值 [J]',
  'what enters, by what all units take from the store at the humidity at which it comes to rest; always where the coil stays wet; estimate [J]':
    '进入库内的湿量与全部设备在库内稳定湿度下的除湿量之比；盘管仍潮湿时为连续运行；估算值 [J]',
  'calibrated mass transfer over 25 W/(m²·K) / 1.006 kJ/(kg·K): Lewis relation, estimate [J]':
    '由标定的析湿系数按 25 W/(m²·K) / 1.006 kJ/(kg·K) 换算（Lewis 关系）；估算值 [J]',
  'a defrost each time that frost of 1 mm and 200 kg/m³ lies on the coil; estimate [J]':
    '盘管上霜层达到 1 mm、200 kg/m³ 时融霜一次；估算值 [J]',
  'share of the heat of a defrost that melts frost': '融霜热量中用于融化的占比',
  'share of the heat of a defrost that stays in the store': '融霜热量中留在库内的占比',
  'store at which and below which the plant has its least coefficient of performance': '库温不高于此值时性能系数最低',
  'coefficient of performance of the refrigeration plant, cold store': '制冷系统性能系数，低温库',
  'store at which and above which the plant has its best coefficient of performance': '库温不低于此值时性能系数最高',
  'coefficient of performance of the refrigeration plant, chilled store': '制冷系统性能系数，高温库',
  'frost on the coil at which it is defrosted': '达到该霜层厚度时融霜',
  'frost on the coil of a store': '冷库盘管上的霜',
  'air side of a coil, for its area and its defrosts alone': '盘管空气侧，仅用于估算面积与融霜次数',
  'step in which fewer openings are tried': '减少开门次数的试算步长',
}

/** A source in a language; one that has no Chinese wording is named as the calculation names it. */
export const sourceText = (language: 'zh' | 'en', source: string): string =>
  language === 'zh' ? (inChinese[source] ?? source) : source.replace(/ -(?=\d)/g, ' −')
