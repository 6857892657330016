package catalog

import (
	"slices"
	"strings"
)

// ClosesItselfOnly are types that wrap a reader or writer, and whose Close leaves that open.
var ClosesItselfOnly = map[string]bool{
	"compress/gzip.Reader":                       true,
	"compress/gzip.Writer":                       true,
	"compress/flate.Writer":                      true,
	"compress/zlib.Writer":                       true,
	"compress/lzw.Reader":                        true,
	"compress/lzw.Writer":                        true,
	"archive/zip.Writer":                         true,
	"archive/tar.Writer":                         true,
	"mime/multipart.Writer":                      true,
	"mime/quotedprintable.Writer":                true,
	"github.com/klauspost/compress/gzip.Reader":  true,
	"github.com/klauspost/compress/gzip.Writer":  true,
	"github.com/klauspost/compress/zstd.Decoder": true,
	"github.com/klauspost/compress/zstd.Encoder": true,
	"github.com/klauspost/pgzip.Reader":          true,
	"github.com/klauspost/pgzip.Writer":          true,
	"github.com/pierrec/lz4/v4.Writer":           true,
}

// ClosesArgument are functions that close a value which they get as an argument, at the
// latest when what they return is used.
var ClosesArgument = map[string]bool{
	"net/http.NewRequest":                              true,
	"net/http.NewRequestWithContext":                   true,
	"net/http.Post":                                    true,
	"(*net/http.Client).Post":                          true,
	"net/http/httputil.NewClientConn":                  true,
	"github.com/hashicorp/go-retryablehttp.NewRequest": true,
}

// Borrows are functions with a parameter that has a Close, which they do not call.
var Borrows = map[string]bool{
	"net/http.ServeContent":          true,
	"(*net/http.Response).Write":     true,
	"net/http.MaxBytesReader":        true,
	"net/http/httputil.DumpResponse": true,
	"golang.org/x/sys/unix.Flock":    true,
	"golang.org/x/term.IsTerminal":   true,
	"os/signal.Notify":               true,
}

// TxContexts are functions that begin a transaction with a context whose end rolls it back; the
// value is the number of the argument.
var TxContexts = map[string]int{
	"(*database/sql.DB).BeginTx":             0,
	"(*database/sql.Conn).BeginTx":           0,
	"(*github.com/jmoiron/sqlx.DB).BeginTxx": 0,
}

// BeginsByName reports whether a function of that name begins what it returns.
func BeginsByName(name string) bool {
	list := Words(name)
	return slices.ContainsFunc(list, func(w string) bool { return strings.HasPrefix(w, "begin") }) ||
		beginWords[list[0]] && slices.ContainsFunc(list[1:], func(w string) bool { return txWords[w] })
}

var (
	beginWords = words("new start open create")
	txWords    = words("tx txn transaction transactionat")
)

// BeginsItself are names of methods that begin a transaction of their receiver.
var BeginsItself = map[string]bool{"Begin": true, "BeginTx": true, "Tx": true, "StartTransaction": true, "BeginTransaction": true}

// TxEnds end a transaction.
var TxEnds = words("commit rollback abort discard finish end")

// RollbackLate are types of transactions on which Rollback after Commit does nothing: it may be
// deferred. The value is the type of its parameter.
var RollbackLate = map[string]string{
	"database/sql.Tx":            "",
	"github.com/jmoiron/sqlx.Tx": "",
	"github.com/boltdb/bolt.Tx":  "",
	"go.etcd.io/bbolt.Tx":        "",
	"github.com/coreos/bbolt.Tx": "",
	"github.com/jackc/pgx/v4.Tx": "context.Context",
	"github.com/jackc/pgx/v5.Tx": "context.Context",
	"gorm.io/gorm.DB":            "",
}

// MakesError reports whether a function makes an error of its arguments, by its package and name.
func MakesError(full, name string) bool {
	return strings.Contains(full, "errors.") || strings.Contains(strings.ToLower(name), "err") || name == "Wrap" || name == "Wrapf"
}
