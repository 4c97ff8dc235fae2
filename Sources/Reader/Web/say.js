'use strict';
/* The languages of the interface: what stands on buttons and labels, by its English words. The book's own language is
   the book's affair: what is marked as such is left alone. */

const LANGUAGES = ['de', 'fr', 'es'];
/** Braces stand for whatever comes there. */
const WORDS = {
  // both
  'Contents': ['Inhalt', 'Sommaire', 'Índice'], 'Search': ['Suche', 'Recherche', 'Buscar'], 'Look': ['Aussehen', 'Aspect', 'Aspecto'],
  'Close': ['Schließen', 'Fermer', 'Cerrar'], 'Page': ['Seite', 'Page', 'Página'], 'Pages': ['Seiten', 'Pages', 'Páginas'],
  'Page {}': ['Seite {}', 'Page {}', 'Página {}'], 'Page {} of {}': ['Seite {} von {}', 'Page {} sur {}', 'Página {} de {}'],
  'Pages {}': ['Seiten {}', 'Pages {}', 'Páginas {}'], 'Page {}, {}': ['Seite {}, {}', 'Page {}, {}', 'Página {}, {}'],
  'Place in the book': ['Stelle im Buch', 'Position dans le livre', 'Lugar en el libro'], 'Margins': ['Ränder', 'Marges', 'Márgenes'],
  'Paper': ['Papier', 'Papier', 'Papel'], 'Face': ['Schriftart', 'Police', 'Tipo'], 'Type': ['Schrift', 'Caractères', 'Letra'], 'none': ['ohne', 'aucun', 'ninguno'],
  'narrow': ['schmal', 'étroites', 'estrechos'], 'as set': ['wie gesetzt', 'comme composé', 'como está'],
  // the reader
  'Search the book': ['Im Buch suchen', 'Chercher dans le livre', 'Buscar en el libro'], 'Auto': ['Auto', 'Auto', 'Auto'], 'Light': ['Hell', 'Clair', 'Claro'],
  'Sepia': ['Sepia', 'Sépia', 'Sepia'], 'Dark': ['Dunkel', 'Sombre', 'Oscuro'], 'Own': ['Eigene', 'Perso', 'Propio'], 'Ink': ['Farbe', 'Encre', 'Tinta'],
  'Lines': ['Zeilen', 'Lignes', 'Líneas'], 'close': ['eng', 'serrées', 'juntas'], 'open': ['offen', 'aérées', 'abiertas'], 'wide': ['weit', 'larges', 'anchas'],
  'by the window': ['nach dem Fenster', 'selon la fenêtre', 'según la ventana'], 'Turning': ['Blättern', 'Tourner', 'Pasar'], 'curl': ['Blatt', 'feuille', 'hoja'],
  'slide': ['Schieben', 'glisser', 'deslizar'], 'scroll': ['Rollen', 'défiler', 'desplazar'], 'Direction': ['Richtung', 'Sens', 'Dirección'],
  'across': ['quer', 'horizontal', 'horizontal'], 'upwards': ['nach oben', 'vers le haut', 'hacia arriba'], 'one': ['eine', 'une', 'una'], 'two': ['zwei', 'deux', 'dos'],
  'Print this page': ['Diese Seite drucken', 'Imprimer cette page', 'Imprimir esta página'], 'Print these pages': ['Diese Seiten drucken', 'Imprimer ces pages', 'Imprimir estas páginas'],
  'PDF of the book': ['Das Buch als PDF', 'Le livre en PDF', 'El libro en PDF'],
  'octavo has ended: start it again to read on.': ['octavo ist beendet: neu starten, um weiterzulesen.', 'octavo est terminé : relancez-le pour continuer.', 'octavo ha terminado: inícielo de nuevo para seguir leyendo.'],
  'Contents (t)': ['Inhalt (t)', 'Sommaire (t)', 'Índice (t)'], 'Search (/)': ['Suche (/)', 'Recherche (/)', 'Buscar (/)'],
  'Back to where you were': ['Zurück an die Stelle von vorher', 'Revenir où vous étiez', 'Volver adonde estaba'], 'Type and paper': ['Schrift und Papier', 'Caractères et papier', 'Letra y papel'],
  'Book': ['Buch', 'Livre', 'Libro'], 'Previous page': ['Vorige Seite', 'Page précédente', 'Página anterior'], 'Next page': ['Nächste Seite', 'Page suivante', 'Página siguiente'],
  'Match before': ['Voriger Treffer', 'Résultat précédent', 'Resultado anterior'], 'Match after': ['Nächster Treffer', 'Résultat suivant', 'Resultado siguiente'],
  'Smaller type': ['Kleinere Schrift', 'Caractères plus petits', 'Letra más pequeña'], 'Larger type': ['Größere Schrift', 'Caractères plus grands', 'Letra más grande'],
  'Note {}': ['Anmerkung {}', 'Note {}', 'Nota {}'], 'Table': ['Tabelle', 'Tableau', 'Tabla'], 'Noticed ({})': ['Bemerkt ({})', 'Remarqué ({})', 'Observado ({})'],
  'Note': ['Anmerkung', 'Note', 'Nota'], 'Picture': ['Bild', 'Image', 'Imagen'], 'Link': ['Verweis', 'Lien', 'Enlace'], 'Nothing found': ['Nichts gefunden', 'Rien trouvé', 'Nada encontrado'],
  'The first {} matches': ['Die ersten {} Treffer', 'Les {} premiers résultats', 'Los primeros {} resultados'], '{} matches': ['{} Treffer', '{} résultats', '{} resultados'],
  '{} match': ['{} Treffer', '{} résultat', '{} resultado'], 'More': ['Mehr', 'Plus', 'Más'],
  '{} pages left in the chapter': ['noch {} Seiten im Kapitel', 'encore {} pages dans le chapitre', 'quedan {} páginas del capítulo'], '{} page left in the chapter': ['noch {} Seite im Kapitel', 'encore {} page dans le chapitre', 'queda {} página del capítulo'],
  'last page of the chapter': ['letzte Seite des Kapitels', 'dernière page du chapitre', 'última página del capítulo'],
  'first page, last page': ['erste Seite, letzte Seite', 'première page, dernière page', 'primera página, última página'], 'contents': ['Inhalt', 'sommaire', 'índice'],
  'search the book': ['im Buch suchen', 'chercher dans le livre', 'buscar en el libro'], 'type and paper': ['Schrift und Papier', 'caractères et papier', 'letra y papel'],
  'larger type, smaller type': ['größere Schrift, kleinere Schrift', 'caractères plus grands, plus petits', 'letra más grande, más pequeña'],
  // the studio
  'Studio': ['Werkstatt', 'Atelier', 'Taller'], 'Undo': ['Zurück', 'Annuler', 'Deshacer'], 'Redo': ['Wieder', 'Rétablir', 'Rehacer'], 'Undo (Ctrl Z)': ['Zurück (Strg Z)', 'Annuler (Ctrl Z)', 'Deshacer (Ctrl Z)'],
  'Redo (Ctrl Shift Z)': ['Wieder (Strg Umschalt Z)', 'Rétablir (Ctrl Maj Z)', 'Rehacer (Ctrl Mayús Z)'], 'View': ['Ansicht', 'Vue', 'Vista'], 'Spread': ['Doppelseite', 'Double page', 'Doble página'],
  'Grid': ['Übersicht', 'Grille', 'Cuadrícula'], 'Read': ['Lesen', 'Lire', 'Leer'], 'Download': ['Herunterladen', 'Télécharger', 'Descargar'], 'Structure': ['Gliederung', 'Structure', 'Estructura'],
  'Facts': ['Angaben', 'Données', 'Datos'], 'Look (1)': ['Aussehen (1)', 'Aspect (1)', 'Aspecto (1)'], 'Structure (2)': ['Gliederung (2)', 'Structure (2)', 'Estructura (2)'], 'Facts (3)': ['Angaben (3)', 'Données (3)', 'Datos (3)'],
  'The book’s look': ['Aussehen des Buchs', 'Aspect du livre', 'Aspecto del libro'], 'The book\'s look': ['Aussehen des Buchs', 'Aspect du livre', 'Aspecto del libro'], 'The book': ['Das Buch', 'Le livre', 'El libro'],
  'Pages before': ['Seiten davor', 'Pages précédentes', 'Páginas anteriores'], 'Pages after': ['Seiten danach', 'Pages suivantes', 'Páginas siguientes'], 'Begin': ['Beginn', 'Début', 'Comienzo'],
  'octavo has ended. Start it again to go on; all that was chosen is in the folder.': ['octavo ist beendet. Neu starten, um weiterzumachen; alles Gewählte liegt im Ordner.', 'octavo est terminé. Relancez-le pour continuer ; tout ce qui a été choisi est dans le dossier.', 'octavo ha terminado. Inícielo de nuevo para seguir; todo lo elegido está en la carpeta.'],
  'Drop your manuscript here': ['Legen Sie Ihr Manuskript hier ab', 'Déposez votre manuscrit ici', 'Suelte su manuscrito aquí'], 'Word, EPUB, Markdown or plain text.': ['Word, EPUB, Markdown oder Text.', 'Word, EPUB, Markdown ou texte.', 'Word, EPUB, Markdown o texto.'],
  'Choose a file': ['Datei wählen', 'Choisir un fichier', 'Elegir un archivo'], 'It stays on this computer.': ['Es bleibt auf diesem Rechner.', 'Il reste sur cet ordinateur.', 'Se queda en este ordenador.'],
  'It stays on this computer: its folder will be in {}.': ['Es bleibt auf diesem Rechner: sein Ordner kommt nach {}.', 'Il reste sur cet ordinateur : son dossier sera dans {}.', 'Se queda en este ordenador: su carpeta estará en {}.'],
  'Reading {} …': ['{} wird gelesen …', 'Lecture de {} …', 'Leyendo {} …'], 'It is larger than 64 MB.': ['Es ist größer als 64 MB.', 'Il dépasse 64 Mo.', 'Ocupa más de 64 MB.'],
  'It could not be taken.': ['Es konnte nicht übernommen werden.', 'Il n’a pas pu être pris.', 'No se pudo tomar.'], 'It could not be read.': ['Es konnte nicht gelesen werden.', 'Il n’a pas pu être lu.', 'No se pudo leer.'],
  'Keys': ['Tasten', 'Touches', 'Teclas'], 'turn pages': ['blättern', 'tourner les pages', 'pasar páginas'], 'Look, Structure, Facts': ['Aussehen, Gliederung, Angaben', 'Aspect, Structure, Données', 'Aspecto, Estructura, Datos'],
  'themes': ['Vorlagen', 'modèles', 'modelos'], 'check': ['prüfen', 'vérifier', 'comprobar'], 'download': ['herunterladen', 'télécharger', 'descargar'], 'grid of spreads': ['Übersicht der Doppelseiten', 'grille des doubles pages', 'cuadrícula de dobles páginas'],
  'search the options': ['Einstellungen suchen', 'chercher les réglages', 'buscar las opciones'], 'undo': ['zurück', 'annuler', 'deshacer'], 'these keys': ['diese Tasten', 'ces touches', 'estas teclas'], 'Ctrl Z': ['Strg Z', 'Ctrl Z', 'Ctrl Z'],
  'Guides': ['Hilfslinien', 'Repères', 'Guías'], 'guides': ['Hilfslinien', 'repères', 'guías'], 'Show the text block': ['Den Satzspiegel zeigen', 'Montrer l’empagement', 'Mostrar la caja de texto'], 'Turn its pages in a window of their own': ['In einem eigenen Fenster blättern', 'Tourner ses pages dans une fenêtre à part', 'Pasar sus páginas en otra ventana'],
  'Check': ['Prüfung', 'Vérification', 'Comprobación'], 'What this is': ['Was das ist', 'Ce que c’est', 'Qué es esto'], 'Saved': ['Gespeichert', 'Enregistré', 'Guardado'], 'Undo puts it back.': ['„Zurück“ stellt es wieder her.', '« Annuler » le rétablit.', '«Deshacer» lo restablece.'],
  'Trying {}: click to keep it': ['Probe: {} – ein Klick behält es', 'Essai de {} : un clic le garde', 'Probando {}: un clic lo conserva'], '{} pages · {}': ['{} Seiten · {}', '{} pages · {}', '{} páginas · {}'],
  // look
  'Theme': ['Vorlage', 'Modèle', 'Modelo'], 'All {} looks': ['Alle {} Vorlagen', 'Les {} modèles', 'Los {} modelos'], 'Fewer looks': ['Weniger Vorlagen', 'Moins de modèles', 'Menos modelos'], 'Trim': ['Format', 'Format', 'Formato'],
  'another size…': ['anderes Maß …', 'autre taille…', 'otro tamaño…'], 'Width and height': ['Breite und Höhe', 'Largeur et hauteur', 'Ancho y alto'], 'theme': ['Vorlage', 'modèle', 'modelo'], 'classic': ['klassisch', 'classiques', 'clásicos'],
  'modern': ['modern', 'modernes', 'modernos'], 'canon': ['Kanon', 'canon', 'canon'], 'Size': ['Größe', 'Corps', 'Cuerpo'], 'Leading': ['Zeilenabstand', 'Interligne', 'Interlínea'], 'Chapters': ['Kapitel', 'Chapitres', 'Capítulos'],
  'Begin on': ['Beginn', 'Début', 'Comienzo'], 'any page': ['jede Seite', 'toute page', 'cualquier página'], 'right page': ['rechte Seite', 'page de droite', 'página derecha'], 'run on': ['fortlaufend', 'à la suite', 'seguido'], 'auto': ['auto', 'auto', 'auto'],
  'Large initial': ['Initiale', 'Lettrine', 'Capitular'], '2 lines': ['2 Zeilen', '2 lignes', '2 líneas'], 'First words in small capitals': ['Erste Wörter in Kapitälchen', 'Premiers mots en petites capitales', 'Primeras palabras en versalitas'],
  'Running head on first pages': ['Kolumnentitel auf Anfangsseiten', 'Titre courant sur les premières pages', 'Cabecera en las primeras páginas'], 'Between scenes': ['Zwischen Szenen', 'Entre les scènes', 'Entre escenas'],
  'Ornament': ['Zierzeichen', 'Ornement', 'Adorno'], 'Ornament {}': ['Zierzeichen {}', 'Ornement {}', 'Adorno {}'], 'Heads and feet': ['Kopf und Fuß', 'Têtes et pieds', 'Cabeceras y pies'], 'Head': ['Kopf', 'Tête', 'Cabecera'], 'Foot': ['Fuß', 'Pied', 'Pie'],
  '{title} {author} {chapter} {page} stand for themselves; nothing at all is none.': ['{title} {author} {chapter} {page} stehen für sich; leer heißt ohne.', '{title} {author} {chapter} {page} valent ce qu’ils disent ; vide : aucun.', '{title} {author} {chapter} {page} valen lo que dicen; vacío: ninguno.'],
  'Front matter': ['Titelei', 'Pages liminaires', 'Preliminares'], 'Half title': ['Schmutztitel', 'Faux-titre', 'Portadilla'], 'Title page': ['Titelseite', 'Page de titre', 'Portada'], 'Copyright page': ['Impressum', 'Mentions légales', 'Página de créditos'], 'Colophon': ['Kolophon', 'Colophon', 'Colofón'],
  'Notes, links and indexes': ['Noten, Verweise, Register', 'Notes, liens et index', 'Notas, enlaces e índices'], 'Print': ['Druck', 'Impression', 'Impresión'], 'Manuscript': ['Manuskript', 'Manuscrit', 'Manuscrito'],
  'All options': ['Alle Einstellungen', 'Tous les réglages', 'Todas las opciones'], 'Search all options': ['Alle Einstellungen durchsuchen', 'Chercher dans les réglages', 'Buscar en las opciones'], 'No option is called so.': ['So heißt keine Einstellung.', 'Aucun réglage ne s’appelle ainsi.', 'Ninguna opción se llama así.'],
  'As the theme has it': ['Wie die Vorlage', 'Comme le modèle', 'Como el modelo'], '{}: as the theme has it': ['{}: wie die Vorlage', '{} : comme le modèle', '{}: como el modelo'], 'as the theme has it': ['wie die Vorlage', 'comme le modèle', 'como el modelo'],
  'This stands in {}, and is changed there': ['Das steht in {} und wird dort geändert', 'Cela figure dans {} et s’y modifie', 'Esto está en {} y se cambia allí'],
  // facts
  'Title': ['Titel', 'Titre', 'Título'], 'Subtitle': ['Untertitel', 'Sous-titre', 'Subtítulo'], 'Author': ['Autor', 'Auteur', 'Autor'], 'Language': ['Sprache', 'Langue', 'Idioma'], 'Publisher': ['Verlag', 'Éditeur', 'Editorial'], 'ISBN': ['ISBN', 'ISBN', 'ISBN'], 'Date': ['Datum', 'Date', 'Fecha'],
  'Edition': ['Auflage', 'Édition', 'Edición'], 'Series': ['Reihe', 'Collection', 'Colección'], 'Copyright': ['Urheberrecht', 'Droits', 'Derechos'], 'Translator': ['Übersetzer', 'Traducteur', 'Traductor'], 'Illustrator': ['Illustrator', 'Illustrateur', 'Ilustrador'],
  'Dedication': ['Widmung', 'Dédicace', 'Dedicatoria'], 'Epigraph': ['Motto', 'Épigraphe', 'Epígrafe'], 'Other books': ['Andere Bücher', 'Autres livres', 'Otros libros'],
  'What is left empty is taken from the manuscript. Rights, publisher and ISBN stand on the copyright page.': ['Was leer bleibt, kommt aus dem Manuskript. Rechte, Verlag und ISBN stehen im Impressum.', 'Ce qui reste vide vient du manuscrit. Droits, éditeur et ISBN figurent aux mentions légales.', 'Lo que queda vacío sale del manuscrito. Derechos, editorial e ISBN van en la página de créditos.'],
  'The manuscript itself says so': ['Das sagt das Manuskript selbst', 'Le manuscrit le dit lui-même', 'Lo dice el propio manuscrito'],
  // check
  'Printer': ['Druckerei', 'Imprimeur', 'Imprenta'], 'Check the book': ['Buch prüfen', 'Vérifier le livre', 'Comprobar el libro'],
  'The book is made as it is, and held against the printer’s own rules.': ['Das Buch wird gesetzt, wie es ist, und an den Regeln der Druckerei gemessen.', 'Le livre est fait tel quel et comparé aux règles de l’imprimeur.', 'El libro se hace tal como está y se compara con las reglas de la imprenta.'],
  'Making the book …': ['Das Buch wird gemacht …', 'Le livre se fait …', 'Haciendo el libro …'], 'Making the book: {} %': ['Das Buch wird gemacht: {} %', 'Le livre se fait : {} %', 'Haciendo el libro: {} %'], 'The book could not be checked.': ['Das Buch konnte nicht geprüft werden.', 'Le livre n’a pas pu être vérifié.', 'No se pudo comprobar el libro.'],
  '{} to mend, {} to look at, on {} pages': ['{} zu beheben, {} anzusehen, auf {} Seiten', '{} à corriger, {} à voir, sur {} pages', '{} por corregir, {} por mirar, en {} páginas'], 'Nothing to mend; {} to look at, on {} pages': ['Nichts zu beheben; {} anzusehen, auf {} Seiten', 'Rien à corriger ; {} à voir, sur {} pages', 'Nada que corregir; {} por mirar, en {} páginas'],
  'All is well on {} pages.': ['Alles in Ordnung auf {} Seiten.', 'Tout va bien sur {} pages.', 'Todo está bien en {} páginas.'], 'Mend': ['Beheben', 'Corriger', 'Corregir'], 'p. {}': ['S. {}', 'p. {}', 'p. {}'], 'and {} more': ['und {} weitere', 'et {} de plus', 'y {} más'],
  'Found: {}. Asked for: {}.': ['Gefunden: {}. Verlangt: {}.', 'Trouvé : {}. Demandé : {}.', 'Hallado: {}. Pedido: {}.'], 'Noticed': ['Bemerkt', 'Remarqué', 'Observado'], '{} of this kind': ['{} dieser Art', '{} de ce genre', '{} de este tipo'], 'show': ['zeigen', 'montrer', 'mostrar'],
  'Show place {}': ['Stelle {} zeigen', 'Montrer l’endroit {}', 'Mostrar el lugar {}'], 'line {} of the manuscript': ['Zeile {} des Manuskripts', 'ligne {} du manuscrit', 'línea {} del manuscrito'],
  // download
  'Form': ['Form', 'Forme', 'Forma'], 'for screens': ['für Bildschirme', 'pour écrans', 'para pantallas'], 'for print': ['für den Druck', 'pour l’impression', 'para imprimir'], 'Binding': ['Bindung', 'Reliure', 'Encuadernación'], 'paperback': ['Taschenbuch', 'broché', 'rústica'], 'case': ['Festeinband', 'relié', 'tapa dura'], 'jacket': ['Schutzumschlag', 'jaquette', 'sobrecubierta'],
  'white paper': ['weißes Papier', 'papier blanc', 'papel blanco'], 'cream paper': ['Werkdruckpapier', 'papier crème', 'papel crema'], 'colour paper': ['Farbdruckpapier', 'papier couleur', 'papel para color'], 'Sheet': ['Bogen', 'Feuille', 'Pliego'], 'A4 sheets': ['Bogen A4', 'feuilles A4', 'pliegos A4'], 'Letter sheets': ['Bogen Letter', 'feuilles Letter', 'pliegos Carta'], 'A3 sheets': ['Bogen A3', 'feuilles A3', 'pliegos A3'],
  'Make anyway': ['Trotzdem machen', 'Faire quand même', 'Hacer de todos modos'],
  'Scale': ['Maßstab', 'Échelle', 'Escala'], 'smaller if need be': ['notfalls kleiner', 'réduit au besoin', 'menor si hace falta'], 'true size': ['wahre Größe', 'taille réelle', 'tamaño real'], 'Interior': ['Buchblock', 'Intérieur', 'Interior'], 'The pages, as a PDF.': ['Die Seiten als PDF.', 'Les pages, en PDF.', 'Las páginas, en PDF.'],
  'Cover': ['Umschlag', 'Couverture', 'Cubierta'], 'Back, spine and front on one sheet, as wide as the book is thick.': ['Rückseite, Rücken und Vorderseite auf einem Bogen, so breit wie das Buch dick ist.', 'Dos, tranche et face sur une feuille, selon l’épaisseur du livre.', 'Contracubierta, lomo y cubierta en una hoja, según el grosor del libro.'],
  'Booklet': ['Heft', 'Livret', 'Cuadernillo'], 'Sheets to print on both sides, fold and staple.': ['Bogen zum beidseitigen Drucken, Falzen und Heften.', 'Feuilles à imprimer recto verso, plier et agrafer.', 'Hojas para imprimir por ambas caras, plegar y grapar.'], 'Make': ['Machen', 'Faire', 'Hacer'], 'Cancel': ['Abbrechen', 'Annuler', 'Cancelar'], 'Cancelled.': ['Abgebrochen.', 'Annulé.', 'Cancelado.'], 'It could not be made.': ['Es konnte nicht gemacht werden.', 'Il n’a pas pu être fait.', 'No se pudo hacer.'],
  'The front of the cover': ['Die Vorderseite des Umschlags', 'La face de la couverture', 'El frente de la cubierta'], 'What stands on it': ['Was darauf steht', 'Ce qui y figure', 'Lo que lleva'], 'Words on the back': ['Text der Rückseite', 'Texte du dos', 'Texto de la contracubierta'], 'Layout': ['Anordnung', 'Disposition', 'Disposición'],
  'plain': ['schlicht', 'simple', 'sencilla'], 'band': ['Band', 'bandeau', 'banda'], 'block': ['Fläche', 'aplat', 'bloque'], 'panel': ['Feld', 'cartouche', 'recuadro'], 'frame': ['Rahmen', 'cadre', 'marco'], 'pattern': ['Muster', 'motif', 'motivo'],
  'Picture on the front': ['Bild vorn', 'Image devant', 'Imagen delante'], 'Picture on the back': ['Bild hinten', 'Image derrière', 'Imagen detrás'], 'Choose …': ['Wählen …', 'Choisir …', 'Elegir …'], 'Ground': ['Grund', 'Fond', 'Fondo'], 'Words': ['Schrift', 'Texte', 'Texto'], 'Bands': ['Bänder', 'Bandes', 'Bandas'], '{}: none': ['{}: ohne', '{} : aucun', '{}: ninguno'],
  'These words stand in {}, and are changed there': ['Diese Worte stehen in {} und werden dort geändert', 'Ce texte figure dans {} et s’y modifie', 'Este texto está en {} y se cambia allí'],
  // structure
  'Draw a heading sideways for another level. Click a paragraph on the page to say what it is.': ['Eine Überschrift seitwärts ziehen gibt ihr eine andere Stufe. Ein Klick auf einen Absatz der Seite: dann sagen, was er ist.', 'Tirez un titre de côté pour changer son niveau. Cliquez un paragraphe de la page pour dire ce qu’il est.', 'Arrastre un título a un lado para cambiar su nivel. Haga clic en un párrafo de la página para decir qué es.'],
  'Draw it sideways for another level': ['Seitwärts ziehen: andere Stufe', 'Tirez de côté pour changer le niveau', 'Arrastre a un lado para otro nivel'], 'Alt and arrows change its level, Delete makes it text': ['Alt und Pfeile ändern die Stufe, Entf macht Text daraus', 'Alt et flèches changent le niveau, Suppr en fait du texte', 'Alt y flechas cambian el nivel, Supr lo hace texto'],
  'Up and Down choose a paragraph, Enter says what it is.': ['Auf und Ab wählen einen Absatz, Eingabe sagt, was er ist.', 'Haut et Bas choisissent un paragraphe, Entrée dit ce qu’il est.', 'Arriba y Abajo eligen un párrafo, Intro dice qué es.'], 'choose a paragraph, say what it is': ['Absatz wählen, sagen, was er ist', 'choisir un paragraphe, dire ce qu’il est', 'elegir un párrafo, decir qué es'],
  'in the outline: a heading higher or lower, Delete makes it text': ['in der Gliederung: Überschrift höher oder tiefer, Entf macht Text daraus', 'dans le plan : titre plus haut ou plus bas, Suppr en fait du texte', 'en el esquema: título más alto o más bajo, Supr lo hace texto'],
  'Open in {}': ['In {} öffnen', 'Ouvrir dans {}', 'Abrir en {}'], 'Elements': ['Elemente', 'Éléments', 'Elementos'], 'Element': ['Element', 'Élément', 'Elemento'], 'Each side': ['Jede Seite', 'Chaque côté', 'Cada lado'],
  'Titles, heads, verse and the rest, each in its own type and place. They are kept in theme.yaml.': ['Titel, Köpfe, Verse und alles andere, jedes mit eigener Schrift und Stelle. Sie stehen in theme.yaml.', 'Titres, têtes, vers et le reste, chacun avec ses caractères et sa place. Gardés dans theme.yaml.', 'Títulos, cabeceras, versos y lo demás, cada uno con su letra y su lugar. Se guardan en theme.yaml.'],
  'chapter title': ['Kapiteltitel', 'titre de chapitre', 'título de capítulo'], 'chapter number': ['Kapitelzahl', 'numéro de chapitre', 'número de capítulo'], 'large initial': ['Initiale', 'lettrine', 'capitular'], 'scene break': ['Szenenwechsel', 'changement de scène', 'cambio de escena'], 'running head': ['Kolumnentitel', 'titre courant', 'cabecera'], 'page foot': ['Seitenfuß', 'pied de page', 'pie de página'],
  'part title': ['Teiltitel', 'titre de partie', 'título de parte'], 'part number': ['Teilzahl', 'numéro de partie', 'número de parte'], 'half title': ['Schmutztitel', 'faux-titre', 'portadilla'], 'chapter opening': ['Kapitelanfang', 'début de chapitre', 'comienzo de capítulo'], 'part opening': ['Teilanfang', 'début de partie', 'comienzo de parte'], 'text': ['Text', 'texte', 'texto'], 'as the text': ['wie der Text', 'comme le texte', 'como el texto'],
  'Inside': ['Innen', 'Intérieur', 'Interior'], 'Outside': ['Außen', 'Extérieur', 'Exterior'], 'Top': ['Oben', 'Haut', 'Arriba'], 'Bottom': ['Unten', 'Bas', 'Abajo'], 'inside by the number of pages': ['innen nach der Seitenzahl', 'intérieur selon le nombre de pages', 'interior según el número de páginas'],
  'Printers ask for more the thicker the book is': ['Je dicker das Buch, desto mehr verlangen Druckereien', 'Plus le livre est épais, plus les imprimeurs en demandent', 'Cuanto más grueso el libro, más piden las imprentas'], 'Another ornament': ['Anderes Zierzeichen', 'Autre ornement', 'Otro adorno'], 'another': ['anderes', 'autre', 'otro'],
  'as chosen': ['wie gewählt', 'comme choisi', 'como se eligió'], 'sets {}': ['setzt {}', 'règle {}', 'pone {}'], 'Web book': ['Buch fürs Web', 'Livre web', 'Libro web'], 'Files with pages that turn, for any browser and any web server, in one ZIP.': ['Dateien mit Seiten zum Blättern, für jeden Browser und Webserver, in einer ZIP-Datei.', 'Des fichiers dont les pages tournent, pour tout navigateur et serveur web, dans un ZIP.', 'Archivos con páginas que se pasan, para cualquier navegador y servidor web, en un ZIP.'],
  'Project': ['Projekt', 'Projet', 'Proyecto'], 'The manuscript with all that was chosen, to keep, to send, or to go on elsewhere.': ['Das Manuskript mit allem, was gewählt wurde: zum Aufheben, Verschicken oder Weitermachen anderswo.', 'Le manuscrit avec tout ce qui a été choisi, à garder, à envoyer ou à reprendre ailleurs.', 'El manuscrito con todo lo elegido, para guardar, enviar o seguir en otro sitio.'], 'Save': ['Sichern', 'Enregistrer', 'Guardar'],
  '{} pages as before; pages to look at: {} before, {} now': ['{} Seiten wie zuvor; Seiten zum Ansehen: {} zuvor, {} jetzt', '{} pages comme avant ; pages à regarder : {} avant, {} maintenant', '{} páginas como antes; páginas que mirar: {} antes, {} ahora'], '{} pages become {}; pages to look at: {} before, {} now': ['aus {} Seiten werden {}; Seiten zum Ansehen: {} zuvor, {} jetzt', '{} pages deviennent {} ; pages à regarder : {} avant, {} maintenant', '{} páginas pasan a {}; páginas que mirar: {} antes, {} ahora'],
  'Outline': ['Gliederung', 'Plan', 'Esquema'], 'No chapter was found.': ['Kein Kapitel gefunden.', 'Aucun chapitre trouvé.', 'No se encontró ningún capítulo.'], 
  'May be headings': ['Vielleicht Überschriften', 'Peut-être des titres', 'Quizá títulos'], 'Make them headings': ['Zu Überschriften machen', 'En faire des titres', 'Hacerlos títulos'], 'sections': ['Abschnitte', 'sections', 'secciones'], 'chapters': ['Kapitel', 'chapitres', 'capítulos'], 'and {} like it': ['und {} gleiche', 'et {} semblables', 'y {} iguales'],
  'Doubtful ({})': ['Zweifelhaft ({})', 'Douteux ({})', 'Dudoso ({})'], 'Said by you': ['Von Ihnen gesagt', 'Dit par vous', 'Dicho por usted'], 'Left out': ['Weggelassen', 'Omis', 'Omitido'], 'keep': ['behalten', 'garder', 'conservar'], 'As read': ['Wie gelesen', 'Comme lu', 'Como se leyó'], 'As read: {}': ['Wie gelesen: {}', 'Comme lu : {}', 'Como se leyó: {}'],
  'Chapter': ['Kapitel', 'Chapitre', 'Capítulo'], 'Section': ['Abschnitt', 'Section', 'Sección'], 'Prose': ['Prosa', 'Prose', 'Prosa'], 'Verse': ['Vers', 'Vers', 'Verso'], 'Letter': ['Brief', 'Lettre', 'Carta'], 'Play': ['Stück', 'Théâtre', 'Teatro'], 'Leave out': ['Weglassen', 'Omettre', 'Omitir'],
  'This is {}': ['Das ist {}', 'C’est {}', 'Esto es {}'], 'prose': ['Prosa', 'de la prose', 'prosa'], 'verse': ['Vers', 'des vers', 'verso'], 'a speech': ['eine Rede', 'une réplique', 'un parlamento'], 'a letter': ['ein Brief', 'une lettre', 'una carta'], 'a list': ['eine Liste', 'une liste', 'una lista'], 'a table': ['eine Tabelle', 'un tableau', 'una tabla'],
  'lines as typed': ['Zeilen wie getippt', 'des lignes telles quelles', 'líneas tal cual'], 'a scene break': ['ein Szenenwechsel', 'un changement de scène', 'un cambio de escena'], 'a heading': ['eine Überschrift', 'un titre', 'un título'], 'a chapter': ['ein Kapitel', 'un chapitre', 'un capítulo'], 'a part': ['ein Teil', 'une partie', 'una parte'], 'a quotation': ['ein Zitat', 'une citation', 'una cita'], 'a picture': ['ein Bild', 'une image', 'una imagen'], 'a call-out': ['ein Kasten', 'un encadré', 'un recuadro'],
  '{}, line {}': ['{}, Zeile {}', '{}, ligne {}', '{}, línea {}'], '{}, lines {}': ['{}, Zeilen {}', '{}, lignes {}', '{}, líneas {}'], 'line {}: {}': ['Zeile {}: {}', 'ligne {} : {}', 'línea {}: {}'], 'lines {}: {}': ['Zeilen {}: {}', 'lignes {} : {}', 'líneas {}: {}'], 'title page': ['Titelseite', 'page de titre', 'portada'], 'hint': ['Hinweis', 'indication', 'indicación'],
  'Make “{}” and those like it chapters': ['„{}“ und gleiche zu Kapiteln machen', 'Faire de « {} » et semblables des chapitres', 'Hacer de «{}» e iguales capítulos'], 'Make “{}” and those like it sections': ['„{}“ und gleiche zu Abschnitten machen', 'Faire de « {} » et semblables des sections', 'Hacer de «{}» e iguales secciones'],
  'Open …': ['Öffnen …', 'Ouvrir …', 'Abrir …'], 'Open another manuscript': ['Ein anderes Manuskript öffnen', 'Ouvrir un autre manuscrit', 'Abrir otro manuscrito'], 'Set it here': ['Hier angeben', 'L’indiquer ici', 'Indicarlo aquí'],
  'these lines': ['diese Zeilen', 'ces lignes', 'estas líneas'], 'all that look like them ({})': ['alle, die so aussehen ({})', 'toutes celles qui leur ressemblent ({})', 'todas las que se parecen ({})'], 'For which lines': ['Für welche Zeilen', 'Pour quelles lignes', 'Para qué líneas'],
  'Its words have no room for a line less.': ['Seine Wörter geben keine Zeile weniger her.', 'Ses mots ne tiennent pas en une ligne de moins.', 'Sus palabras no caben en una línea menos.'],
  'Its words have no room for a line more.': ['Seine Wörter geben keine Zeile mehr her.', 'Ses mots n’emplissent pas une ligne de plus.', 'Sus palabras no llenan una línea más.'],
  'A line shorter': ['Eine Zeile kürzer', 'Une ligne de moins', 'Una línea menos'], 'A line longer': ['Eine Zeile länger', 'Une ligne de plus', 'Una línea más'], 'Picture here': ['Bild hier', 'Image ici', 'Imagen aquí'], 'Picture on the next page': ['Bild auf die nächste Seite', 'Image à la page suivante', 'Imagen en la página siguiente'],
  'Pages to look at': ['Seiten zum Ansehen', 'Pages à regarder', 'Páginas que mirar'], 'widow': ['Hurenkind', 'ligne veuve', 'viuda'], 'orphan': ['Schusterjunge', 'ligne orpheline', 'huérfana'], 'short page': ['kurze Seite', 'page courte', 'página corta'], 'few lines at a chapter’s end': ['wenige Zeilen am Kapitelende', 'peu de lignes en fin de chapitre', 'pocas líneas al final del capítulo'], 'few lines under a heading': ['wenige Zeilen unter einer Überschrift', 'peu de lignes sous un titre', 'pocas líneas bajo un título'],
  'parted block': ['getrennter Block', 'bloc coupé', 'bloque partido'], 'parted stanza': ['getrennte Strophe', 'strophe coupée', 'estrofa partida'], 'loose line': ['weite Zeile', 'ligne lâche', 'línea abierta'], 'short line': ['kurze Zeile', 'ligne courte', 'línea corta'], 'cannot be mended so': ['geht so nicht', 'ne se peut ainsi', 'no puede ser así'], 'make a paragraph a line shorter, with Shift longer': ['Absatz eine Zeile kürzer, mit Umschalt länger', 'paragraphe d’une ligne plus court, avec Maj plus long', 'párrafo una línea más corto, con Mayús más largo'], 'Ctrl click': ['Strg Klick', 'Ctrl clic', 'Ctrl clic'],
  'this alone': ['nur dies', 'ceci seulement', 'solo esto'], 'Style: {}': ['Vorlage: {}', 'Style : {}', 'Estilo: {}'], 'It has no words to be called by: the manuscript itself is changed.': ['Es hat keine Worte, die es benennen: geändert wird es im Manuskript.', 'Aucun mot ne le désigne : il se modifie dans le manuscrit.', 'No tiene palabras que lo nombren: se cambia en el manuscrito.'],
};

/** The interface in the language of the browser, where there are words for it. */
class Interface {
  constructor(wanted = navigator.languages ?? [navigator.language]) {
    const known = wanted.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => tag === 'en' || LANGUAGES.includes(tag)) ?? 'en';
    this.index = LANGUAGES.indexOf(known);
    if (this.index < 0) return;
    document.documentElement.lang = known;
    // of several that fit the longest says most
    this.patterns = Object.keys(WORDS).filter(key => key.includes('{}')).sort((a, b) => b.length - a.length).map(key => [new RegExp('^' + key.split('{}').map(part => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('(.+?)') + '$', 's'), key]);
    this.say(document.body);
    new MutationObserver(changes => {
      for (const { type, target, attributeName, addedNodes } of changes) {
        if (type === 'childList') addedNodes.forEach(node => this.say(node));
        else if (type === 'characterData') this.say(target);
        else if (!this.isBook(target)) this.sayAttribute(target, attributeName);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: Interface.attributes });
  }

  static attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];

  /** What is the book's, or is typed, or stands as programs have it. */
  isBook(node) {
    const parent = node.nodeType === 1 ? node : node.parentElement;
    return !parent || !!parent.closest('[lang]:not(html), svg, canvas, code, textarea, .option, .half :not(.link), #title, #matches, #contents ol');
  }

  words(text) {
    const known = WORDS[text];
    if (known) return known[this.index];
    for (const [pattern, key] of this.patterns) {
      const found = pattern.exec(text);
      if (!found) continue;
      let n = 0;
      return WORDS[key][this.index].replace(/\{\}/g, () => { const part = found[++n]; return WORDS[part]?.[this.index] ?? part; });
    }
    return null;
  }

  say(node) {
    if (this.isBook(node)) return;
    if (node.nodeType === 3) {
      const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data), words = text && this.words(text);
      // what is said already is not said again
      if (!words || words === text) return;
      // a choice without a value has its words for one
      if (node.parentElement.matches('option:not([value])')) node.parentElement.value = text;
      node.data = before + words + after;
      return;
    }
    if (node.nodeType !== 1) return;
    for (const name of Interface.attributes) if (node.hasAttribute(name)) this.sayAttribute(node, name);
    for (const child of node.childNodes) this.say(child);
  }

  sayAttribute(node, name) {
    const text = node.getAttribute(name), words = text && this.words(text);
    if (words && words !== text) node.setAttribute(name, words);
  }
}

globalThis.spoken = new Interface;
