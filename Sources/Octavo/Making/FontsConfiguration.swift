/// The fontconfig file that octavo brings: the text of `Fonts/fonts.conf`, which is
/// its source. A test holds the two equal.
package enum FontsConfiguration {
  package static let text = ##"""
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <!--
      The fonts octavo sets books in. The program carries a copy of this file and
      uses it in place of the system's /etc/fonts: the same book then falls back
      to the same fonts on every machine that has them, and a short run starts in
      two thirds of the time.

      Not here, on purpose: nothing about hinting, antialiasing or dpi (octavo
      measures at 72 dpi without hinting), and no false bold or slant: a face
      that is missing is replaced by a true one, with a warning.

      Nothing is included from another file, so that the text can be parsed from
      memory. Syntax: fonts-conf(5).
    -->
    <fontconfig>

      <!-- Where fonts are. The command adds the folders of the font path before these. -->
      <dir>/usr/share/fonts</dir>
      <dir>/usr/local/share/fonts</dir>
      <dir prefix="xdg">fonts</dir>
      <dir>~/.fonts</dir>

      <!-- fontconfig takes a valid cache from any of these and writes the first it
           can: the system's serves where the package manager keeps it fresh, our
           own where it does not (without any, a first run reads every font). -->
      <cachedir prefix="xdg">octavo</cachedir>
      <cachedir>/var/cache/fontconfig</cachedir>

      <!-- Only outlines can be printed at any size, and Pango no longer sets Type 1. -->
      <selectfont>
        <rejectfont><pattern><patelt name="outline"><bool>false</bool></patelt></pattern></rejectfont>
        <rejectfont><pattern><patelt name="fontformat"><string>Type 1</string></patelt></pattern></rejectfont>
        <rejectfont><pattern><patelt name="fontformat"><string>PCF</string></patelt></pattern></rejectfont>
        <rejectfont><pattern><patelt name="fontformat"><string>BDF</string></patelt></pattern></rejectfont>
      </selectfont>

      <!-- The plain name means the cut for text, not the one for 8 pt notes. -->
      <match target="pattern">
        <test name="family"><string>EB Garamond</string></test>
        <edit name="family" mode="assign" binding="same"><string>EB Garamond 12</string></edit>
      </match>

      <!-- Which kind of font the asked one is; its stand-ins are of the same kind. -->
      <alias binding="same"><family>sans</family><accept><family>sans-serif</family></accept></alias>
      <alias binding="same"><family>Sans</family><accept><family>sans-serif</family></accept></alias>
      <alias binding="same"><family>mono</family><accept><family>monospace</family></accept></alias>
      <alias binding="same"><family>Liberation Sans</family><default><family>sans-serif</family></default></alias>
      <alias binding="same"><family>DejaVu Sans</family><default><family>sans-serif</family></default></alias>
      <alias binding="same"><family>Noto Sans</family><default><family>sans-serif</family></default></alias>
      <alias binding="same"><family>Liberation Mono</family><default><family>monospace</family></default></alias>
      <alias binding="same"><family>DejaVu Sans Mono</family><default><family>monospace</family></default></alias>
      <alias binding="same"><family>Noto Sans Mono</family><default><family>monospace</family></default></alias>

      <!-- Metric copies, for manuscripts that name the fonts they were written in. -->
      <alias binding="same"><family>Times New Roman</family><accept><family>Liberation Serif</family></accept></alias>
      <alias binding="same"><family>Times</family><accept><family>Liberation Serif</family></accept></alias>
      <alias binding="same">
        <family>Arial</family>
        <accept><family>Liberation Sans</family></accept>
        <default><family>sans-serif</family></default>
      </alias>
      <alias binding="same">
        <family>Helvetica</family>
        <accept><family>Liberation Sans</family></accept>
        <default><family>sans-serif</family></default>
      </alias>
      <alias binding="same">
        <family>Courier New</family>
        <accept><family>Liberation Mono</family></accept>
        <default><family>monospace</family></default>
      </alias>
      <alias binding="same">
        <family>Courier</family>
        <accept><family>Liberation Mono</family></accept>
        <default><family>monospace</family></default>
      </alias>

      <!-- Books are set in serifs unless something else was said. -->
      <match target="pattern">
        <test qual="all" name="family" compare="not_eq"><string>sans-serif</string></test>
        <test qual="all" name="family" compare="not_eq"><string>monospace</string></test>
        <test qual="all" name="family" compare="not_eq"><string>serif</string></test>
        <edit name="family" mode="append_last" binding="strong"><string>serif</string></edit>
      </match>

      <!-- Languages whose script several fonts below could set: the book face of
           that language comes first. Each goes in just before the generic name,
           so it stands after the font that was asked for. Only the first language
           counts: it is the text's; fontconfig adds those of the user's locale. -->
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>ja</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK JP</string><string>Source Han Serif</string><string>IPAMincho</string>
          <string>IPAexMincho</string><string>Noto Sans CJK JP</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>ko</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK KR</string><string>UnBatang</string><string>NanumMyeongjo</string>
          <string>Noto Sans CJK KR</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="eq"><string>zh-tw</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK TC</string><string>AR PL UMing TW</string><string>Noto Sans CJK TC</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="eq"><string>zh-hant</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK TC</string><string>AR PL UMing TW</string><string>Noto Sans CJK TC</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="eq"><string>zh-hk</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK TC</string><string>AR PL UMing HK</string><string>Noto Sans CJK HK</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>zh</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong">
          <string>Noto Serif CJK SC</string><string>AR PL UMing CN</string><string>Noto Sans CJK SC</string>
        </edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>ur</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong"><string>Noto Nastaliq Urdu</string></edit>
      </match>
      <!-- Both weights of Debian 12's Nastaliq call themselves regular. -->
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>ur</string></test>
        <test name="weight" compare="less"><const>demibold</const></test>
        <edit name="postscriptname" mode="append" binding="strong"><string>NotoNastaliqUrdu-Regular</string></edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>he</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong"><string>Noto Serif Hebrew</string></edit>
      </match>
      <match target="pattern">
        <test qual="first" name="lang" compare="contains"><string>yi</string></test>
        <test name="family"><string>serif</string></test>
        <edit name="family" mode="prepend" binding="strong"><string>Noto Serif Hebrew</string></edit>
      </match>

      <!-- The stand-ins, in this order. The names bind strongly: the list is then
           obeyed as written. With weak names fontconfig would put any font that
           claims the language before them, and text of no one language (quotes,
           dashes, signs) went to whatever font sorted first: Japanese quotes to
           Mongolian, Hebrew letters to a sans. -->
      <alias binding="strong">
        <family>serif</family>
        <prefer>
          <family>EB Garamond 12</family>
          <family>Liberation Serif</family>
          <family>Noto Serif</family>
          <family>Noto Naskh Arabic</family>
          <family>Noto Serif Hebrew</family>
          <family>Noto Serif Armenian</family>
          <family>Noto Serif Georgian</family>
          <family>Noto Serif Devanagari</family>
          <family>Noto Serif Bengali</family>
          <family>Noto Serif Gurmukhi</family>
          <family>Noto Serif Gujarati</family>
          <family>Noto Sans Oriya</family>
          <family>Noto Serif Tamil</family>
          <family>Noto Serif Telugu</family>
          <family>Noto Serif Kannada</family>
          <family>Noto Serif Malayalam</family>
          <family>Noto Serif Sinhala</family>
          <family>Noto Serif Thai</family>
          <family>Noto Serif Lao</family>
          <family>Noto Serif Khmer</family>
          <family>Noto Serif Myanmar</family>
          <family>Noto Serif Tibetan</family>
          <family>Noto Serif Ethiopic</family>
          <family>Noto Sans Syriac</family>
          <family>Noto Sans Cherokee</family>
          <family>Noto Serif CJK JP</family>
          <family>Noto Sans CJK JP</family>
          <family>Noto Sans Math</family>
          <family>Noto Sans Symbols</family>
          <family>Noto Sans Symbols2</family>
          <family>Noto Music</family>
          <family>DejaVu Serif</family>
          <family>DejaVu Sans</family>
        </prefer>
      </alias>
      <alias binding="strong">
        <family>sans-serif</family>
        <prefer>
          <family>Noto Sans</family>
          <family>DejaVu Sans</family>
          <family>Liberation Sans</family>
          <family>Noto Sans Arabic</family>
          <family>Noto Sans Hebrew</family>
          <family>Noto Sans Armenian</family>
          <family>Noto Sans Georgian</family>
          <family>Noto Sans Devanagari</family>
          <family>Noto Sans Bengali</family>
          <family>Noto Sans Tamil</family>
          <family>Noto Sans Thai</family>
          <family>Noto Sans CJK JP</family>
          <family>Noto Sans Math</family>
          <family>Noto Sans Symbols</family>
          <family>Noto Sans Symbols2</family>
        </prefer>
      </alias>
      <alias binding="strong">
        <family>monospace</family>
        <prefer>
          <family>Liberation Mono</family>
          <family>DejaVu Sans Mono</family>
          <family>Noto Sans Mono</family>
          <family>Noto Sans Mono CJK JP</family>
          <family>DejaVu Sans</family>
          <family>Noto Sans Symbols2</family>
        </prefer>
      </alias>

      <!-- The lists above have decided. fontconfig would weigh the language before
           weight and slant, and where the regular covers an alphabet that the bold
           does not (EB Garamond), bold text would be set in the regular. -->
      <match target="pattern">
        <edit name="lang" mode="delete_all"/>
      </match>

    </fontconfig>
    """##
}
