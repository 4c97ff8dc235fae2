/// Units and their prefixes by their names in the package siunitx.
enum TeXUnits {
  static let prefixes = byName(
    """
    yocto y zepto z atto a femto f pico p nano n micro μ milli m centi c deci d deca da deka da hecto h kilo k mega M
    giga G tera T peta P exa E zetta Z yotta Y ronna R quetta Q ronto r quecto q kibi Ki mebi Mi gibi Gi tebi Ti
    """)

  static let units: [String: String] = byName(
    """
    ampere A candela cd kelvin K kilogram kg gram g metre m meter m mole mol second s becquerel Bq degreeCelsius °C
    celsius °C coulomb C farad F gray Gy hertz Hz henry H joule J lumen lm katal kat lux lx newton N ohm Ω pascal Pa
    radian rad siemens S sievert Sv steradian sr tesla T volt V watt W weber Wb astronomicalunit au bel B dalton Da
    day d decibel dB electronvolt eV hectare ha hour h litre L liter L minute min neper Np tonne t angstrom Å bar bar
    barn b bohr a0 mmHg mmHg nauticalmile M knot kn percent % arcminute ′ arcsecond ″ degree ° arcmin ′ arcsec ″ bit bit
    byte B atomicmassunit u planckbar ℏ clight c elementarycharge e electronmass me permille ‰ year a
    fg fg pg pg ng ng ug μg mg mg g g kg kg amu u pm pm nm nm um μm mm mm cm cm dm dm m m km km as as fs fs ps ps ns ns
    us μs ms ms s s fmol fmol pmol pmol nmol nmol umol μmol mmol mmol mol mol kmol kmol pA pA nA nA uA μA mA mA A A kA kA
    ul μL ml mL l L hl hL uL μL mL mL L L hL hL mHz mHz Hz Hz kHz kHz MHz MHz GHz GHz THz THz mN mN N N kN kN MN MN Pa Pa
    kPa kPa MPa MPa GPa GPa mohm mΩ kohm kΩ Mohm MΩ pV pV nV nV uV μV mV mV V V kV kV W W nW nW uW μW mW mW kW kW MW MW
    GW GW J J uJ μJ mJ mJ kJ kJ eV eV meV meV keV keV MeV MeV GeV GeV TeV TeV kWh kWh F F fF fF pF pF nF nF uF μF mF mF
    K K dB dB H H mH mH uH μH C C T T
    """)

  private static func byName(_ text: String) -> [String: String] {
    let words = TeXSymbols.words(text)
    var table: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { table[words[index]] = words[index + 1] }
    return table
  }
}
