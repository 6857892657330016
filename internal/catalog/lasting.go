package catalog

import "maps"

// A Change is what a function changes that outlives the process.
type Change int

const (
	// Stores changes files and rows, or sends what a receiver acts on.
	Stores Change = iota + 1
	// Passing changes what is displayed at the other end, or a stream of any kind, or makes
	// or removes what the next run makes or removes as well.
	Passing
)

// LastingChanges are functions that change what outlives the process: files, rows, and what is sent to
// others, or may be. Those of other modules are the ones whose result tells of no error by its type;
// the rest is known by name.
var LastingChanges = lastingChanges()

func lastingChanges() map[string]Change {
	all := maps.Clone(stdChanges)
	for recv, methods := range chainedStores {
		for _, method := range methods {
			all["("+recv+")."+method] = Stores
		}
	}
	return all
}

var (
	gormStores  = []string{"Create", "CreateInBatches", "Save", "Update", "Updates", "UpdateColumn", "UpdateColumns", "Delete", "Exec", "FirstOrCreate", "Commit"}
	redisStores = []string{
		"Set", "SetNX", "SetEX", "MSet", "Del", "Incr", "IncrBy", "Decr", "DecrBy", "Append", "Expire", "GetSet",
		"HSet", "HMSet", "HSetNX", "HIncrBy", "HDel", "LPush", "RPush", "LRem", "SAdd", "SRem", "ZAdd", "ZRem", "XAdd", "Publish",
	}
	httplibSends = []string{"Response", "Bytes", "String", "ToFile", "ToJSON", "DoRequest"}
)

// chainedStores are methods that store or send, and return an object that keeps the error.
var chainedStores = map[string][]string{
	"*gorm.io/gorm.DB":                                   gormStores,
	"*github.com/jinzhu/gorm.DB":                         gormStores,
	"github.com/redis/go-redis/v9.cmdable":               redisStores,
	"github.com/redis/go-redis/v9.Cmdable":               redisStores,
	"github.com/redis/go-redis/v9.StringCmdable":         redisStores,
	"github.com/redis/go-redis/v9.GenericCmdable":        redisStores,
	"github.com/redis/go-redis/v9.HashCmdable":           redisStores,
	"github.com/redis/go-redis/v9.ListCmdable":           redisStores,
	"github.com/redis/go-redis/v9.SetCmdable":            redisStores,
	"github.com/redis/go-redis/v9.SortedSetCmdable":      redisStores,
	"github.com/redis/go-redis/v9.StreamCmdable":         redisStores,
	"github.com/redis/go-redis/v9.PubSubCmdable":         redisStores,
	"github.com/go-redis/redis/v8.cmdable":               redisStores,
	"github.com/go-redis/redis/v8.Cmdable":               redisStores,
	"github.com/go-redis/redis.cmdable":                  redisStores,
	"github.com/go-redis/redis.Cmdable":                  redisStores,
	"*github.com/astaxie/beego/httplib.BeegoHTTPRequest": httplibSends,
}

// Requests are requests whose methods make them: Post(url).String().
var Requests = map[string]bool{
	"github.com/astaxie/beego/httplib.BeegoHTTPRequest": true,
}

// stdChanges are those of the standard library, and of the runtime package.
var stdChanges = map[string]Change{
	"os.WriteFile":        Stores,
	"io/ioutil.WriteFile": Stores,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.WriteFile": Stores,
	"os.Rename":                        Stores,
	"os.Remove":                        Stores,
	"os.RemoveAll":                     Stores,
	"os.Truncate":                      Stores,
	"os.Mkdir":                         Passing,
	"os.MkdirAll":                      Passing,
	"os.Symlink":                       Stores,
	"(*os.File).Write":                 Stores,
	"(*os.File).WriteAt":               Stores,
	"(*os.File).WriteString":           Stores,
	"(*os.File).Sync":                  Stores,
	"(*os.File).Truncate":              Stores,
	"(*database/sql.DB).Exec":          Stores,
	"(*database/sql.DB).ExecContext":   Stores,
	"(*database/sql.Conn).ExecContext": Stores,
	"(*database/sql.Stmt).Exec":        Stores,
	"(*database/sql.Stmt).ExecContext": Stores,
	"(*database/sql.Tx).Exec":          Stores,
	"(*database/sql.Tx).ExecContext":   Stores,
	"(*database/sql.Tx).Commit":        Stores,
	"net/http.Post":                    Stores,
	"net/http.PostForm":                Stores,
	"(*net/http.Client).Post":          Stores,
	"(*net/http.Client).PostForm":      Stores,
	"net/smtp.SendMail":                Stores,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.SendMail": Stores,
	"io.WriteString":                            Passing,
	"io.Copy":                                   Passing,
	"io.CopyN":                                  Passing,
	"(io.Writer).Write":                         Passing,
	"fmt.Fprint":                                Passing,
	"fmt.Fprintf":                               Passing,
	"fmt.Fprintln":                              Passing,
	"(*bufio.Writer).Flush":                     Passing,
	"(*encoding/json.Encoder).Encode":           Passing,
	"(net.Conn).Write":                          Passing,
	"(net.PacketConn).WriteTo":                  Passing,
	"(*net.UDPConn).WriteTo":                    Passing,
	"(*net.UDPConn).WriteToUDP":                 Passing,
	"(*github.com/robfig/cron/v3.Cron).AddJob":  Passing,
	"(*github.com/robfig/cron/v3.Cron).AddFunc": Passing,
}
