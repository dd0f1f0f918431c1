/** Sources of formulas and constants as the calculation names them, in Chinese; titles of works stay as they are. */
const inChinese: Readonly<Record<string, string>> = {
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 3': 'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 3',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 20, 22; pws over ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 20、22；0 °C 以下为冰面饱和压力',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 26, per kg of dry air': 'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 26，按每 kg 干空气',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 11, kg of moist air': 'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 11，按湿空气质量',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 36 inverted; over ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 36 反算；0 °C 以下以冰面为准',
  'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1) eqn 20, 22; relative to ice below 0 °C':
    'ASHRAE Fundamentals 2017 第 1 章（psychrolib 1.1.1）式 20、22；0 °C 以下以冰面为准',
  'ASHRAE, EnergyPlus, Jekel/IRC: about 0.90 for both [S]': 'ASHRAE、EnergyPlus、Jekel/IRC：两者并用约 0.90 [S]',
  'our decision [J]': '本软件的取值 [J]',
  'our decision [J]; dock practice 34 °F in Tippmann [S]': '本软件的取值 [J]；参照 Tippmann 的装卸间惯例 34 °F [S]',
  'straight mixing line under saturation, our decision [J]; Ws by ASHRAE Fundamentals 2017 ch. 1':
    '混合直线保持在饱和线以下，本软件的取值 [J]；饱和含湿量按 ASHRAE Fundamentals 2017 第 1 章',
  'our decision [J]; 0.002857 = lower limit of the published rotor map [S]': '本软件的取值 [J]；0.002857 为已发表转轮曲线的下限 [S]',
  'Gosney & Olama 1975, in ASHRAE Refrigeration "Refrigerated-Facility Loads" and the EnergyPlus Engineering Reference':
    'Gosney & Olama 1975，见 ASHRAE Refrigeration "Refrigerated-Facility Loads" 与 EnergyPlus Engineering Reference',
  'continuity over the whole opening': '门洞全面积的连续性方程',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads" [S]': 'ASHRAE Refrigeration "Refrigerated-Facility Loads" [S]',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads"': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": doorway open-time factor [K]': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"：开门时间系数 [K]',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": a door that stands open': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"：常开的门',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": above 11 K': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"：温差大于 11 K',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": up to 11 K': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"：温差不大于 11 K',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": strip curtain in service, store below 0 °C':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：在用门帘，库温低于 0 °C',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": strip curtain in service, store from 0 °C':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"：在用门帘，库温不低于 0 °C',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads": 15 to 25 s an ordinary door': 'ASHRAE Refrigeration "Refrigerated-Facility Loads"：普通门 15 至 25 s',
  'ASHRAE Refrigeration "Refrigerated-Facility Loads"; EnergyPlus Engineering Reference [S]':
    'ASHRAE Refrigeration "Refrigerated-Facility Loads"；EnergyPlus Engineering Reference [S]',
  'Jekel, IRC: 0.375 ft³/min per ft, middle of 0.25 to 0.5 for sliding doors [S]': 'Jekel，IRC：每 ft 0.375 ft³/min，取推拉门 0.25 至 0.5 的中值 [S]',
  'Jekel, IRC: 0.375 ft³/min per ft, middle of 0.25 to 0.5 for sliding doors': 'Jekel，IRC：每 ft 0.375 ft³/min，取推拉门 0.25 至 0.5 的中值',
  'seals leak while the door is closed': '门关闭时密封漏风',
  'sum over the doors': '各门之和',
  'moisture balance of the protected zone: m_w = B (W_o - W_z), Gosney & Olama 1975 [S]': '保护区湿平衡：m_w = B (W_o - W_z)，Gosney & Olama 1975 [S]',
  'outside the operating window all doors are closed and leak': '运行时段以外各门关闭，只有漏风',
  'operating window and the rest of the day': '运行时段与其余时间之和',
  'annual highest humidity ratio, at most saturated at the annual highest temperature': '年最大含湿量，不超过年最高温度下的饱和值',
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
  'share of the moisture that the rotor takes; held constant outside the map [J]': '转轮除去的湿量占比；曲线范围以外保持不变 [J]',
  'definition of the effectiveness': '除湿效率的定义',
  'all doors that stand open and the largest of those opened now and then, our decision [J]': '所有常开门与最大的一扇偶尔开的门；本软件的取值 [J]',
  'dry-air sweep at the doorway, our decision [J]': '门口的干空气扫风；本软件的取值 [J]',
  'moisture balance of the dehumidifier': '除湿机湿平衡',
  'moisture and sweep both have to be met': '除湿与扫风须同时满足',
  'moisture balance of one unit at the state of the zone': '单台设备在保护区状态下的湿平衡',
  'capacity of all units over the need': '总除湿量与所需除湿量之比',
  'cold-air fan 8 K, tube bank 10 K under the store [J]; GB 50072-2021 6.3.1 allows at most 10 K direct [S]':
    '冷风机低于库温 8 K，排管低 10 K [J]；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K [S]',
  'store humidity below which the coil stays dry; ASHRAE Fundamentals 2017 ch. 1': '库内湿度低于此值时盘管不结霜；ASHRAE Fundamentals 2017 第 1 章',
  'heat of sublimation 2833 kJ/kg, of condensation 2501 kJ/kg (EnergyPlus constants) [S]': '凝华热 2833 kJ/kg，凝结热 2501 kJ/kg（EnergyPlus 常数）[S]',
  'heat of melting 335 kJ/kg, ice 2.0 kJ/(kg·K) (EnergyPlus constants) [S]': '融化热 335 kJ/kg，冰的比热 2.0 kJ/(kg·K)（EnergyPlus 常数）[S]',
  'sum over the doors, open and closed': '各门开启与关闭时之和',
  'the same doors between zone and store; supply air is what the door draws in [J]': '保护区与冷库之间为同样的门，门吸入的是送风 [J]',
  'outside the operating window the closed doors leak, and the fans still run [J]': '运行时段以外关闭的门漏风，风机仍在运行 [J]',
  'share of the frost that the equipment keeps away': '设备减少的结霜占比',
  'regeneration runs for the moisture of the design day, fans all day; estimate': '再生按设计日湿量运行，风机全天运行；估算值',
  'Munters dehumidification worksheet: velocity × area × density × open time × dW [S]': 'Munters 除湿算表：风速 × 面积 × 密度 × 开门时间 × ΔW [S]',
  'open during the whole operating window': '运行时段内一直开启',
  'never open': '从不开启',
  'standard gravity, two decimals': '标准重力加速度，取两位小数',
  'EnergyPlus 0.5; Jekel/IRC 0.5 to 0.8; Foster 0.31 as installed': 'EnergyPlus 0.5；Jekel/IRC 0.5 至 0.8；Foster 实测安装状态 0.31',
  'no door protection is trusted beyond this': '门的阻隔效率不采信更高的值',
  'a re-entry room is kept this much above the store': '回笼间比冷库高出的温度',
  'lowest temperature of a re-entry room; dock practice 34 °F in Tippmann': '回笼间的最低温度；参照 Tippmann 的装卸间惯例 34 °F',
  'step of the search along the mixing line': '沿混合线搜索的步长',
  'EnergyPlus constants': 'EnergyPlus 常数',
  'ASHRAE Fundamentals 2017 ch. 1, at 0 °C': 'ASHRAE Fundamentals 2017 第 1 章，0 °C',
  'coil below the store, cold-air fan; GB 50072-2021 6.3.1 allows at most 10 K direct':
    '盘管低于库温，冷风机；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K',
  'coil below the store, tube bank; GB 50072-2021 6.3.1 allows at most 10 K direct': '盘管低于库温，排管；GB 50072-2021 第 6.3.1 条规定直接冷却不大于 10 K',
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
  'step in which fewer openings are tried': '减少开门次数的试算步长',
}

/** A source in a language; one that has no Chinese wording is named as the calculation names it. */
export const sourceText = (language: 'zh' | 'en', source: string): string => (language === 'zh' ? (inChinese[source] ?? source) : source)
