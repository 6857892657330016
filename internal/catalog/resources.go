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

// HandsOut are names of methods that return the descriptor or connection of their receiver,
// which may be closed through it.
var HandsOut = map[string]bool{"Fd": true, "File": true, "SyscallConn": true, "NetConn": true, "UnderlyingConn": true, "Detach": true, "Hijack": true}

// AlsoOpened has the other results that have to be closed, of functions whose first result has to be.
var AlsoOpened = map[string][]int{"os.Pipe": {1}}

// Opened are functions whose first result has to be closed by the function that calls them,
// beside those of HeldOpen: what reads or writes one thing, once.
var Opened = map[string]bool{
	"os.OpenInRoot": true, "(*os.Root).Open": true, "(*os.Root).OpenFile": true, "(*os.Root).Create": true, "os.OpenRoot": true,
	"io/ioutil.TempFile":                                        true,
	"os.Pipe":                                                   true,
	"(net.Listener).Accept":                                     true,
	"(*net.TCPListener).Accept":                                 true,
	"(*net.TCPListener).AcceptTCP":                              true,
	"(*net.UnixListener).Accept":                                true,
	"(*net.UnixListener).AcceptUnix":                            true,
	"(net/http.Hijacker).Hijack":                                true,
	"(*net/http.ResponseController).Hijack":                     true,
	"(*github.com/gorilla/websocket.Upgrader).Upgrade":          true,
	"(*crypto/tls.Dialer).DialContext":                          true,
	"(*crypto/tls.Dialer).Dial":                                 true,
	"archive/zip.OpenReader":                                    true,
	"(*archive/zip.File).Open":                                  true,
	"(*mime/multipart.FileHeader).Open":                         true,
	"(*net/http.Request).FormFile":                              true,
	"(net/http.FileSystem).Open":                                true,
	"(net/http.Dir).Open":                                       true,
	"(io/fs.FS).Open":                                           true,
	"net/smtp.Dial":                                             true,
	"net/rpc.Dial":                                              true,
	"net/textproto.Dial":                                        true,
	"(*database/sql.DB).Conn":                                   true,
	"(*github.com/jmoiron/sqlx.DB).Connx":                       true,
	"(*database/sql.DB).Prepare":                                true,
	"(*database/sql.DB).PrepareContext":                         true,
	"(*database/sql.Conn).PrepareContext":                       true,
	"(*github.com/jmoiron/sqlx.DB).Preparex":                    true,
	"(*github.com/jmoiron/sqlx.DB).PreparexContext":             true,
	"(*github.com/jmoiron/sqlx.DB).PrepareNamed":                true,
	"(*github.com/jmoiron/sqlx.DB).PrepareNamedContext":         true,
	"golang.org/x/crypto/ssh.NewClientConn":                     true,
	"(*golang.org/x/crypto/ssh.Client).NewSession":              true,
	"(*golang.org/x/crypto/ssh.Client).Dial":                    true,
	"github.com/pkg/sftp.NewClient":                             true,
	"(*github.com/pkg/sftp.Client).Open":                        true,
	"(*github.com/pkg/sftp.Client).Create":                      true,
	"(*github.com/pkg/sftp.Client).OpenFile":                    true,
	"(*github.com/gomodule/redigo/redis.Pool).Get":              true,
	"(*github.com/garyburd/redigo/redis.Pool).Get":              true,
	"github.com/gomodule/redigo/redis.Dial":                     true,
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Acquire":           true,
	"(*github.com/jackc/pgx/v4/pgxpool.Pool).Acquire":           true,
	"github.com/syndtr/goleveldb/leveldb.OpenFile":              true,
	"github.com/boltdb/bolt.Open":                               true,
	"github.com/docker/docker/client.NewClientWithOpts":         true,
	"github.com/docker/docker/client.NewEnvClient":              true,
	"github.com/klauspost/compress/zstd.NewReader":              true,
	"github.com/oschwald/geoip2-golang.Open":                    true,
	"github.com/oschwald/maxminddb-golang.Open":                 true,
	"github.com/jlaffaye/ftp.Dial":                              true,
	"(*github.com/redis/go-redis/v9.Client).Subscribe":          true,
	"(*github.com/redis/go-redis/v9.Client).PSubscribe":         true,
	"(*github.com/redis/go-redis/v9.Client).SSubscribe":         true,
	"(*github.com/redis/go-redis/v9.Client).Conn":               true,
	"(*github.com/redis/go-redis/v9.ClusterClient).Subscribe":   true,
	"(*github.com/redis/go-redis/v9.ClusterClient).PSubscribe":  true,
	"(github.com/redis/go-redis/v9.UniversalClient).Subscribe":  true,
	"(github.com/redis/go-redis/v9.UniversalClient).PSubscribe": true,
	"(*github.com/go-redis/redis/v8.Client).Subscribe":          true,
	"(*github.com/go-redis/redis/v8.Client).PSubscribe":         true,
	"(*github.com/go-redis/redis/v8.ClusterClient).Subscribe":   true,
	"(github.com/go-redis/redis/v8.UniversalClient).Subscribe":  true,
	"(*go.mongodb.org/mongo-driver/mongo.Collection).Watch":     true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).Watch":  true,
	"(github.com/spf13/afero.Fs).Open":                          true,
	"(github.com/spf13/afero.Fs).Create":                        true,
	"(github.com/spf13/afero.Fs).OpenFile":                      true,
}

// Descriptors are types of values that hold a descriptor or a connection, whatever opens them.
var Descriptors = words("os.File net.TCPConn net.UDPConn net.UnixConn net.TCPListener net.UnixListener database/sql.Rows database/sql.Conn")

// StreamTypes are interfaces that functions return when there is something to close.
var StreamTypes = map[string]bool{
	"io.ReadCloser": true, "io.WriteCloser": true, "io.ReadWriteCloser": true, "net.Conn": true, "io/fs.File": true, "net/http.File": true,
	"mime/multipart.File": true, "io.ReadSeekCloser": true,
}

// ReadStreams are those that are read from: a function that returns one has begun to send it.
var ReadStreams = map[string]bool{"io.ReadCloser": true, "io.ReadWriteCloser": true, "io.ReadSeekCloser": true, "net.Conn": true}

// OpenWords begin the names of functions that open what they return.
var OpenWords = words("dial open connect")

// SetsOpened begin the names of methods that open something, and set a field of their receiver to it.
var SetsOpened = words("open load dial connect fetch start")

var closeWords = words("quit logout finish end free cancel unsubscribe drain done put")

// ClosesByName reports whether a function of that name closes what it is called on, or given.
func ClosesByName(name string) bool {
	return EndsByName(name) || slices.ContainsFunc(Words(name), func(w string) bool { return closeWords[w] })
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

// CleansUp reports whether a word, of the name of a function value, says that it ends or releases
// something.
func CleansUp(word string) bool { return cleanupWords[word] }

var cleanupWords = words("stop cancel unlock release cleanup clean close closer unsubscribe unregister deregister teardown shutdown detach restore undo free rollback remove unwatch disconnect")

// MayRemove reports whether such a word may say as well that a thing is taken away whose work is done.
func MayRemove(word string) bool { return word == "remove" || word == "delete" }

// EndsWork reports whether a word, of the name of a function, says that it stops something that runs.
func EndsWork(word string) bool { return workEnds[word] }

var workEnds = words("stop shutdown drain flush")

// Replaces reports whether a method of that name makes anew what its object has already.
func Replaces(name string) bool { return replaceWords[Words(name)[0]] }

var replaceWords = words("rotate reopen reload reconnect redial roll renew refresh replace switch swap reset")

// AnswersChange reports whether a function is called each time that something changes, going by its name.
func AnswersChange(name string) bool {
	list := Words(name)
	return list[0] == "on" && slices.ContainsFunc(list, func(w string) bool { return changeWords[w] })
}

var changeWords = words("change changed reload reloaded update updated rotate rotated")

// PureReads give the same for the same arguments, as long as nothing changes what these refer to.
var PureReads = map[string]bool{
	"(net/http.Header).Get":         true,
	"(net/url.Values).Get":          true,
	"(net/url.Values).Has":          true,
	"(*net/http.Request).FormValue": true,
	"(*net/http.Request).PathValue": true,
	"strings.HasPrefix":             true,
	"strings.HasSuffix":             true,
	"strings.Contains":              true,
	"strings.EqualFold":             true,
	"os.Getenv":                     true,
}

// TakesBody are functions that are given the body of a request as a plain reader, which the client closes
// if it can be closed.
var TakesBody = map[string]bool{
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
	"net/http.Post":                  true,
	"(*net/http.Client).Post":        true,
	"net/http/httptest.NewRequest":   true,
}

// InfallibleWriters never return an error.
var InfallibleWriters = map[string]bool{"bytes.Buffer": true, "strings.Builder": true, "hash.Hash": true}

// RowIterators are the methods that go to the next row: they return false at the end and for an error,
// which Err returns.
var RowIterators = map[string]bool{
	"(*database/sql.Rows).Next":                           true,
	"(github.com/jackc/pgx/v4.Rows).Next":                 true,
	"(github.com/jackc/pgx/v5.Rows).Next":                 true,
	"(*go.mongodb.org/mongo-driver/mongo.Cursor).Next":    true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Cursor).Next": true,
}
