import BookModel
import Manuscript
import Testing

/// Plays of a few speeches, in which names are written in several manners: by their list of persons and their scenes.
@Suite struct FewSpeechesTests {
  private static let cast =
    "THE CUP\n\nby Some One\n\n\n\n\nDRAMATIS PERSONÆ\n\nALBOIN, a king.\nROSAMUND, his queen.\nSIR GEORGE LANYON, a guest.\n\n\n\n\n"

  private func blocks(_ scenes: String) throws -> [Block] {
    let made = try reading(Self.cast + scenes + "\n")
    #expect(Coverage.problems(made) == [])
    return made.book.sections.dropFirst().flatMap(\.blocks)
  }

  /// `NAME | said / in lines`, `[what is done]`
  private func rows(_ blocks: [Block]) -> [String] {
    func words(_ block: Block) -> String {
      if case .verse(let verse) = block {
        return verse.stanzas.flatMap(\.lines).map { String(repeating: "~", count: $0.indent) + $0.inlines.plainText }
          .joined(separator: " / ")
      }
      return block.paragraph?.inlines.plainText ?? ""
    }
    return blocks.map { block in
      guard case .speech(let speech) = block else { return "[\(words(block))]" }
      return ([speech.speaker.plainText] + speech.blocks.map(words)).joined(separator: " | ")
    }
  }

  @Test(
    "Names alone, beside what is said, in italics and with how it is said are names alike",
    arguments: [
      (
        "ALBOIN.\n\nFill up.\n\nROSAMUND.\n\n[_Aside._] No.\n\n_Enter_ SIR GEORGE.\n\nSIR GEORGE.\n\nWhat is this?",
        ["ALBOIN. | Fill up.", "ROSAMUND. | [Aside.] No.", "[Enter SIR GEORGE.]", "SIR GEORGE. | What is this?"]
      ),
      (
        "ALBOIN. Fill up.\n\nROSAMUND.\n[_At the window._]\nThere is a man.\n\n_SIR GEORGE (from without)._ Open!\n\nALBOIN AND ROSAMUND. Who?",
        [
          "ALBOIN. | Fill up.", "ROSAMUND. [At the window.] | There is a man.", "SIR GEORGE (from without). | Open!",
          "ALBOIN AND ROSAMUND. | Who?",
        ]
      ),
    ])
  func names(text: String, wanted: [String]) throws {
    #expect(rows(try blocks("ACT I\n\n\n\(text)\n")) == wanted)
  }

  @Test("Speeches in a column stand below each other without white, and only what goes on is stepped")
  func column() throws {
    let text = """
      ACT I


      ALBOIN:      The queen is late.
      ROSAMUND:                       The queen is here.
      ALBOIN:      Fill up! fill up! I say there is no wine
                   In all Verona strong enough to drown
                   The thirst of one who drank the Danube dry.
                   [_A flourish within._]
                   Where is the guest?
      ROSAMUND [aside]:   O thou that hearest, hear me. I will drink
                   And every drop shall be an oath.
      """
    #expect(
      rows(try blocks(text)) == [
        "ALBOIN: | The queen is late.", "ROSAMUND: | ~~~~~~~~~~~~~~~~~~~The queen is here.",
        "ALBOIN: | Fill up! fill up! I say there is no wine / In all Verona strong enough to drown / The thirst of one who drank the Danube dry.",
        "[[A flourish within.]]", "[Where is the guest?]",
        "ROSAMUND [aside]: | O thou that hearest, hear me. I will drink / And every drop shall be an oath.",
      ])
  }

  @Test("What stands in much white is no speech")
  func heading() throws {
    let scene = "ALBOIN.\nFill up.\n\nROSAMUND.\nNo.\n\nSIR GEORGE.\nWell!\n"
    let made = try reading(
      Self.cast + "ALBOIN: The First Part\n\n\n\n\nACT I\n\n\n\(scene)\n\n\n\nACT II\n\n\n\(scene)")
    #expect(made.report.speeches == 6)
  }

  @Test("Names of a cast that are not in capitals are known by who speaks, and an initial leads nowhere")
  func cast() throws {
    let text =
      "DER KRUG\n\nvon Karl Wendt\n\n\n\n\nPersonen\n\nRichter Adam\nLicht, Schreiber\nM. de V\n\n\n\n\nErster Auftritt\n\nLicht sitzt am Tische und schreibt. Adam tritt auf.\n\nLICHT: Was ist?\n\nADAM (leise). Nichts.\n\nLICHT: Gut.\n"
    let made = try reading(text)
    let listed = made.book.sections.flatMap(\.blocks).compactMap { block -> [Inline]? in
      guard case .verse(let verse) = block else { return nil }
      return verse.stanzas.flatMap(\.lines).flatMap(\.inlines)
    }.joined()
    let names = listed.filter { $0.style.traits.contains(.smallCapitals) }.map { [$0].plainText }
    #expect(names == ["Richter Adam", "Licht", "M. de V"])
    #expect(listed.filter { $0.style.traits.contains(.emphasis) }.map { [$0].plainText } == ["Schreiber"])
    // what is seen where the scene opens
    let told = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph)
    #expect(
      told.contains { $0.inlines.plainText.hasSuffix("Adam tritt auf.") && $0.inlines[0].style.traits == .emphasis })
    #expect(made.report.speeches == 3)
  }
}
