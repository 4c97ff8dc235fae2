/// What a value in a packet of metadata is: a word of a kind, a list of such, or a structure.
indirect enum XMPType: Equatable, Sendable {
  case text, boolean, integer, real, rational, date
  case structure
  case list(XMPList, of: XMPType)
  /// The same words in several languages.
  case languages

  /// As the tables below and extension schemas name it: `Text`, `bag ProperName`, `seq of Integer`, `Lang Alt`.
  /// Nil for what is none of the XMP Specification's.
  init?(named name: String) {
    var words = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" }).filter { $0 != "of" }
    let isChoice = words.first == "open" || words.first == "closed"
    if isChoice, words.dropFirst().first == "choice" { words.removeFirst(2) }
    if words.isEmpty { words = ["text"] }
    if words == ["lang", "alt"] {
      self = .languages
      return
    }
    if words.count > 1, let list = XMPList(rawValue: String(words[0])) {
      guard let item = XMPType(named: words.dropFirst().joined(separator: " ")) else { return nil }
      self = .list(list, of: item)
      return
    }
    switch words.joined(separator: " ") {
    case "text", "uri", "url", "agentname", "propername", "mimetype", "guid", "locale", "xpath", "renditionclass",
      "gpscoordinate", "choice":
      self = .text
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "real": self = .real
    case "rational": self = .rational
    case "date": self = .date
    case "structure": self = .structure
    default: return nil
    }
  }
}

/// Kinds of lists (ISO 16684-1, 7.7).
enum XMPList: String, Sendable {
  case bag, seq, alt

  var element: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// The properties that the XMP Specification of September 2005 defines, to which ISO 19005-2, 6.6.2.3.1 points, and
/// those of ISO 19005 itself: by their namespaces, each `name:type`, a name without a type is a text.
enum XMPSchemas {
  static let properties: [String: [String: XMPType]] = tables.mapValues { table in
    Dictionary(
      table.split(whereSeparator: \.isWhitespace).map { entry in
        let parts = entry.split(separator: ":")
        let type = parts.count > 1 ? XMPType(named: String(parts[1])) : .text
        return (String(parts[0]), type ?? .text)
      }, uniquingKeysWith: { a, _ in a })
  }

  private static let tables: [String: String] = [
    "http://purl.org/dc/elements/1.1/": """
    contributor:bag-text coverage creator:seq-text date:seq-date description:lang-alt format identifier
    language:bag-text publisher:bag-text relation:bag-text rights:lang-alt source subject:bag-text title:lang-alt
    type:bag-text
    """,
    "http://ns.adobe.com/xap/1.0/": """
    Advisory:bag-text BaseURL CreateDate:date CreatorTool Identifier:bag-text Label MetadataDate:date ModifyDate:date
    Nickname Rating:real Thumbnails:alt-structure
    """,
    "http://ns.adobe.com/xap/1.0/rights/": """
    Certificate Marked:boolean Owner:bag-text UsageTerms:lang-alt WebStatement
    """,
    "http://ns.adobe.com/xap/1.0/mm/": """
    DerivedFrom:structure DocumentID History:seq-structure InstanceID LastURL ManagedFrom:structure Manager ManageTo
    ManageUI ManagerVariant RenditionClass RenditionOf:structure RenditionParams SaveID:integer VersionID
    Versions:seq-structure
    """,
    "http://ns.adobe.com/xap/1.0/bj/": "JobRef:bag-structure",
    "http://ns.adobe.com/xap/1.0/t/pg/": """
    Colorants:seq-structure Fonts:bag-structure MaxPageSize:structure NPages:integer PlateNames:seq-text
    """,
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": """
    absPeakAudioFilePath album altTapeName altTimecode:structure artist audioChannelType audioCompressor
    audioModDate:date audioSampleRate:integer audioSampleType beatSpliceParams:structure composer
    contributedMedia:bag-structure copyright duration:structure engineer fileDataRate:rational genre instrument
    introTime:structure key logComment loop:boolean markers:seq-structure metadataModDate:date numberOfBeats:real
    outCue:structure projectRef:structure pullDown relativePeakAudioFilePath relativeTimestamp:structure
    releaseDate:date resampleParams:structure scaleType scene shotDate:date shotLocation shotName speakerPlacement
    startTimecode:structure stretchMode tapeName tempo:real timeScaleParams:structure timeSignature
    trackNumber:integer videoAlphaMode videoAlphaPremultipleColor:structure videoAlphaUnityIsTransparent:boolean
    videoColorSpace videoCompressor videoFieldOrder videoFrameRate videoFrameSize:structure videoModDate:date
    videoPixelAspectRatio:rational videoPixelDepth
    """,
    "http://ns.adobe.com/pdf/1.3/": "Keywords PDFVersion Producer Trapped:boolean",
    "http://ns.adobe.com/photoshop/1.0/": """
    AuthorsPosition CaptionWriter Category City Country Credit DateCreated:date Headline Instructions Source State
    SupplementalCategories:bag-text TransmissionReference Urgency:integer
    """,
    "http://ns.adobe.com/camera-raw-settings/1.0/": """
    AutoBrightness:boolean AutoContrast:boolean AutoExposure:boolean AutoShadows:boolean BlueHue:integer
    BlueSaturation:integer Brightness:integer CameraProfile ChromaticAberrationB:integer
    ChromaticAberrationR:integer ColorNoiseReduction:integer Contrast:integer CropAngle:real CropBottom:real
    CropHeight:real CropLeft:real CropRight:real CropTop:real CropUnits:integer CropWidth:real Exposure:real
    GreenHue:integer GreenSaturation:integer HasCrop:boolean HasSettings:boolean LuminanceSmoothing:integer
    RawFileName RedHue:integer RedSaturation:integer Saturation:integer Shadows:integer ShadowTint:integer
    Sharpness:integer Temperature:integer Tint:integer ToneCurve:seq-text ToneCurveName Version
    VignetteAmount:integer VignetteMidpoint:integer WhiteBalance
    """,
    "http://ns.adobe.com/tiff/1.0/": """
    Artist BitsPerSample:seq-integer Compression:integer Copyright:lang-alt DateTime:date ImageDescription:lang-alt
    ImageLength:integer ImageWidth:integer Make Model Orientation:integer PhotometricInterpretation:integer
    PlanarConfiguration:integer PrimaryChromaticities:seq-rational ReferenceBlackWhite:seq-rational
    ResolutionUnit:integer SamplesPerPixel:integer Software TransferFunction:seq-integer WhitePoint:seq-rational
    XResolution:rational YCbCrCoefficients:seq-rational YCbCrPositioning:integer YCbCrSubSampling:seq-integer
    YResolution:rational NativeDigest
    """,
    "http://ns.adobe.com/exif/1.0/": """
    ApertureValue:rational BrightnessValue:rational CFAPattern:structure ColorSpace:integer
    ComponentsConfiguration:seq-integer CompressedBitsPerPixel:rational Contrast:integer CustomRendered:integer
    DateTimeDigitized:date DateTimeOriginal:date DeviceSettingDescription:structure DigitalZoomRatio:rational
    ExifVersion ExposureBiasValue:rational ExposureIndex:rational ExposureMode:integer ExposureProgram:integer
    ExposureTime:rational FNumber:rational FileSource:integer Flash:structure FlashEnergy:rational FlashpixVersion
    FocalLength:rational FocalLengthIn35mmFilm:integer FocalPlaneResolutionUnit:integer
    FocalPlaneXResolution:rational FocalPlaneYResolution:rational GPSAltitude:rational GPSAltitudeRef:integer
    GPSAreaInformation GPSDOP:rational GPSDestBearing:rational GPSDestBearingRef GPSDestDistance:rational
    GPSDestDistanceRef GPSDestLatitude GPSDestLongitude GPSDifferential:integer GPSImgDirection:rational
    GPSImgDirectionRef GPSLatitude GPSLongitude GPSMapDatum GPSMeasureMode GPSProcessingMethod GPSSatellites
    GPSSpeed:rational GPSSpeedRef GPSStatus GPSTimeStamp:date GPSTrack:rational GPSTrackRef GPSVersionID
    GainControl:integer ISOSpeedRatings:seq-integer ImageUniqueID LightSource:integer MaxApertureValue:rational
    MeteringMode:integer OECF:structure PixelXDimension:integer PixelYDimension:integer RelatedSoundFile
    Saturation:integer SceneCaptureType:integer SceneType:integer SensingMethod:integer Sharpness:integer
    ShutterSpeedValue:rational SpatialFrequencyResponse:structure SpectralSensitivity SubjectArea:seq-integer
    SubjectDistance:rational SubjectDistanceRange:integer SubjectLocation:seq-integer UserComment:lang-alt
    WhiteBalance:integer NativeDigest
    """,
    "http://ns.adobe.com/exif/1.0/aux/": "Lens SerialNumber",
    "http://www.aiim.org/pdfa/ns/id/": "part:integer amd corr conformance rev",
    "http://www.aiim.org/pdfa/ns/extension/": "schemas:bag-structure",
  ]
}
