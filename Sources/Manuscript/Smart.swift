package import BookModel
package func smartened(_ book: Book, language: String?) -> Book { book }
