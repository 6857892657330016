package catalog

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
