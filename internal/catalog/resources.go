package catalog

import "strings"

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

// ReadsOnly are types that read or write what they wrap, and have no method that closes it.
var ReadsOnly = map[string]bool{
	"bufio.Reader":          true,
	"bufio.Writer":          true,
	"bufio.ReadWriter":      true,
	"bufio.Scanner":         true,
	"encoding/csv.Reader":   true,
	"encoding/csv.Writer":   true,
	"encoding/json.Decoder": true,
	"encoding/json.Encoder": true,
	"encoding/xml.Decoder":  true,
	"encoding/gob.Decoder":  true,
	"encoding/gob.Encoder":  true,
	"archive/tar.Reader":    true,
	"archive/zip.Reader":    true,
	"io.SectionReader":      true,
	"io.LimitedReader":      true,
}

// HidesArgument are functions whose result reads or writes what they are passed, and does not close
// it, whatever methods it has.
var HidesArgument = map[string]bool{
	"io.NopCloser":             true,
	"io.LimitReader":           true,
	"io.TeeReader":             true,
	"compress/flate.NewReader": true,
	"compress/zlib.NewReader":  true,
	"compress/bzip2.NewReader": true,
	"compress/gzip.NewReader":  true,
	"compress/gzip.NewWriter":  true,
}

// KeepsForOthers are functions that keep an argument for what the whole program does, by its index.
var KeepsForOthers = map[string]int{
	"log.SetOutput":                                         0,
	"github.com/sirupsen/logrus.SetOutput":                  0,
	"go.opentelemetry.io/otel.SetTracerProvider":            0,
	"go.opentelemetry.io/otel.SetMeterProvider":             0,
	"go.opentelemetry.io/otel/log/global.SetLoggerProvider": 0,
}

// ReadsOut are functions that read their first argument to its end, or to an error; true for those that
// may stop before the end.
var ReadsOut = map[string]bool{
	"io.ReadAll":                      false,
	"io/ioutil.ReadAll":               false,
	"net/http/httputil.DumpResponse":  true,
	"(*encoding/json.Decoder).Decode": true,
	"(*encoding/xml.Decoder).Decode":  true,
	"(*encoding/gob.Decoder).Decode":  true,
}

// StreamDecoders make a decoder that reads their first argument.
var StreamDecoders = map[string]bool{"encoding/json.NewDecoder": true, "encoding/xml.NewDecoder": true, "encoding/gob.NewDecoder": true}

// ClosesArgument are functions that close a value which they get as an argument, at the
// latest when what they return is used.
var ClosesArgument = map[string]bool{
	"net/http.NewRequest":                              true,
	"net/http.NewRequestWithContext":                   true,
	"net/http.Post":                                    true,
	"(*net/http.Client).Post":                          true,
	"(*net/http.Response).Write":                       true,
	"net/http/httputil.NewClientConn":                  true,
	"github.com/hashicorp/go-retryablehttp.NewRequest": true,
}

// Borrows are functions with a parameter that has a Close, which they do not call.
var Borrows = map[string]bool{
	"net/http.ServeContent":          true,
	"(*net/http.Response).Write":     true,
	"net/http.MaxBytesReader":        true,
	"net/http/httputil.DumpResponse": true,
	"github.com/pkg/sftp.NewClient":  true, // its Close ends the session alone
	"golang.org/x/sys/unix.Flock":    true,
	"golang.org/x/term.IsTerminal":   true,
	"os/signal.Notify":               true,
	"(*gorm.io/gorm.DB).ScanRows":    true, "(*github.com/jinzhu/gorm.DB).ScanRows": true,
}

// ClosesOnFailure are functions that close what they are passed where they fail, other than in their last step.
var ClosesOnFailure = map[string]bool{
	"gorm.io/gorm.Open": true, // since v1.25.1; where the ping fails it does since v1.31.2
}

// CloseWaits are functions that acquire what they return, and the methods that block until all of it is
// released.
var CloseWaits = map[string]string{
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Acquire": "(*github.com/jackc/pgx/v5/pgxpool.Pool).Close",
	"(*github.com/jackc/pgx/v4/pgxpool.Pool).Acquire": "(*github.com/jackc/pgx/v4/pgxpool.Pool).Close",
}

// Counterparts are the words that a method's name begins with, and those of the method of the same
// value that takes it back.
var Counterparts = map[string][]string{
	"Subscribe": {"Unsubscribe"},
	"Acquire":   {"Release"},
	"Reserve":   {"Release", "Unreserve"},
	"Register":  {"Unregister", "Deregister"},
	"Join":      {"Leave"},
	"Enter":     {"Leave", "Exit"},
	"Attach":    {"Detach"},
	"Borrow":    {"Return", "GiveBack"},
	"Checkout":  {"Checkin", "Return"},
	"Track":     {"Untrack"},
	"Watch":     {"Unwatch"},
	"Pin":       {"Unpin"},
	"Connect":   {"Disconnect"},
}

// LeaseEnds are the words that the name of a method begins with which takes something out of a pool, and
// those of the method that puts it back.
var LeaseEnds = map[string][]string{
	"Get":      {"Put", "Return", "Release", "GiveBack", "Free"},
	"Take":     {"Put", "Return", "Release", "GiveBack"},
	"Lease":    {"Put", "Return", "Release", "Unlease"},
	"Acquire":  {"Release", "Put", "Return"},
	"Borrow":   {"Return", "GiveBack", "Release", "Put"},
	"Checkout": {"Checkin", "Return", "Put"},
	"Obtain":   {"Release", "Return", "Put"},
	"Pop":      {"Push"},
}

// LeavesFieldsOpen are types that use what their fields are set to, and do not close it.
var LeavesFieldsOpen = map[string]bool{
	"os/exec.Cmd":                     true,
	"golang.org/x/crypto/ssh.Session": true,
}

// MakesError reports whether a function makes an error of its arguments, by its package and name.
func MakesError(full, name string) bool {
	return strings.Contains(full, "errors.") || strings.Contains(strings.ToLower(name), "err") || name == "Wrap" || name == "Wrapf"
}

// NoBody are functions whose response has no body, or one that holds no connection.
var NoBody = map[string]bool{
	"net/http.Head":           true,
	"(*net/http.Client).Head": true,
	"net/http.ReadResponse":   true,
}

// KeepsBody are functions that close the body of the response which they return, with the field of their last argument
// that has them leave it open.
var KeepsBody = map[string]string{
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Get":      "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Post":     "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Put":      "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Patch":    "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Delete":   "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Head":     "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ServiceClient).Request":  "KeepResponseBody",
	"(*github.com/gophercloud/gophercloud/v2.ProviderClient).Request": "KeepResponseBody",
}

// WithOwner are functions whose result is closed with their receiver, or when that is waited for.
var WithOwner = map[string]bool{
	"(*os/exec.Cmd).StdinPipe":                     true,
	"(*os/exec.Cmd).StdoutPipe":                    true,
	"(*os/exec.Cmd).StderrPipe":                    true,
	"(*golang.org/x/crypto/ssh.Session).StdinPipe": true,
}

// MayBeInMemory are those of which the files may be embedded in the program, and hold no descriptor. What
// reads a file of an archive holds that of the archive alone.
var MayBeInMemory = map[string]bool{
	"(io/fs.FS).Open":            true,
	"(net/http.FileSystem).Open": true,
	"(*archive/zip.File).Open":   true,
}

// FailsForType fail only where they are passed a value of a type that they do not know.
var FailsForType = words(`github.com/redis/go-redis/extra/redisotel/v9.InstrumentTracing
	github.com/redis/go-redis/extra/redisotel/v9.InstrumentMetrics`)

// ParsesText take text apart, and fail for that alone.
var ParsesText = words(`time.ParseDuration time.Parse time.LoadLocation strconv.Atoi strconv.ParseInt strconv.ParseUint
	strconv.ParseBool strconv.ParseFloat net/url.Parse net/url.ParseRequestURI regexp.Compile net/netip.ParseAddr
	net/netip.ParseAddrPort net/netip.ParsePrefix net.ParseCIDR net/mail.ParseAddress
	go.mongodb.org/mongo-driver/x/mongo/driver/connstring.Parse
	go.mongodb.org/mongo-driver/x/mongo/driver/connstring.ParseAndValidate
	go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring.Parse
	go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring.ParseAndValidate
	github.com/go-sql-driver/mysql.ParseDSN github.com/jackc/pgx/v5.ParseConfig github.com/jackc/pgx/v5/pgxpool.ParseConfig
	github.com/redis/go-redis/v9.ParseURL`)

// ReadsToEnd read until a reader has no more.
var ReadsToEnd = words("io.ReadAll io/ioutil.ReadAll io.Copy (*bytes.Buffer).ReadFrom")

// ClosedWithOwner are functions whose result is closed with their receiver at the latest, which
// may stay open long after the result has served its purpose.
var ClosedWithOwner = map[string]bool{
	"(*golang.org/x/crypto/ssh.Client).Listen":     true,
	"(*golang.org/x/crypto/ssh.Client).ListenTCP":  true,
	"(*golang.org/x/crypto/ssh.Client).ListenUnix": true,
}

// CommandWords begin the names of functions of package main that run a command of the program.
var CommandWords = words("cmd command")

// DrainedRows are the types of rows whose Next closes them when it returns false.
var DrainedRows = map[string]bool{
	"database/sql.Rows":              true,
	"github.com/jmoiron/sqlx.Rows":   true,
	"github.com/jackc/pgx/v4.Rows":   true,
	"github.com/jackc/pgx/v5.Rows":   true,
	"github.com/gocql/gocql.Scanner": true,
}
