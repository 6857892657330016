package catalog

import "strings"

// DisplayMethods make text of a value for people.
var DisplayMethods = words("String GoString Dump Debug DebugString")

// OneCaller are methods that only one goroutine at a time may call on a value, which others of its
// methods may accompany.
var OneCaller = map[string]bool{
	"(*encoding/csv.Writer).Write":                              true,
	"(*encoding/json.Encoder).Encode":                           true,
	"(*encoding/gob.Encoder).Encode":                            true,
	"(*github.com/gorilla/websocket.Conn).NextWriter":           true,
	"(*github.com/gorilla/websocket.Conn).WriteJSON":            true,
	"(*github.com/gorilla/websocket.Conn).WriteMessage":         true,
	"(*github.com/gorilla/websocket.Conn).WritePreparedMessage": true,
	"(github.com/gomodule/redigo/redis.Conn).Do":                true,
	"(github.com/garyburd/redigo/redis.Conn).Do":                true,
	"(math/rand.Source).Int63":                                  true,
	"(math/rand/v2.Source).Uint64":                              true,
}

// StartsProcess are methods of a command that set its Process.
var StartsProcess = map[string]bool{
	"(*os/exec.Cmd).CombinedOutput": true,
	"(*os/exec.Cmd).Output":         true,
	"(*os/exec.Cmd).Run":            true,
	"(*os/exec.Cmd).Start":          true,
}

// Mutators are methods that change what they are called on, although some read
// like queries, and that do not lock it themselves, and functions that change the map or slice which they
// are passed first.
var Mutators = map[string]bool{
	"maps.Copy":                                                        true,
	"maps.DeleteFunc":                                                  true,
	"maps.Insert":                                                      true,
	"slices.Compact":                                                   true,
	"slices.CompactFunc":                                               true,
	"slices.Delete":                                                    true,
	"slices.DeleteFunc":                                                true,
	"slices.Reverse":                                                   true,
	"slices.Sort":                                                      true,
	"slices.SortFunc":                                                  true,
	"slices.SortStableFunc":                                            true,
	"sort.Float64s":                                                    true,
	"sort.Ints":                                                        true,
	"sort.Slice":                                                       true,
	"sort.SliceStable":                                                 true,
	"sort.Strings":                                                     true,
	"(*container/list.List).Init":                                      true,
	"(*container/list.List).InsertAfter":                               true,
	"(*container/list.List).InsertBefore":                              true,
	"(*container/list.List).MoveAfter":                                 true,
	"(*container/list.List).MoveBefore":                                true,
	"(*container/list.List).MoveToBack":                                true,
	"(*container/list.List).MoveToFront":                               true,
	"(*container/list.List).PushBack":                                  true,
	"(*container/list.List).PushBackList":                              true,
	"(*container/list.List).PushFront":                                 true,
	"(*container/list.List).PushFrontList":                             true,
	"(*container/list.List).Remove":                                    true,
	"(*bytes.Buffer).Next":                                             true,
	"(*bytes.Buffer).Read":                                             true,
	"(*bytes.Buffer).ReadByte":                                         true,
	"(*bytes.Buffer).ReadBytes":                                        true,
	"(*bytes.Buffer).ReadFrom":                                         true,
	"(*bytes.Buffer).ReadRune":                                         true,
	"(*bytes.Buffer).ReadString":                                       true,
	"(*bytes.Buffer).Reset":                                            true,
	"(*bytes.Buffer).Truncate":                                         true,
	"(*bytes.Buffer).Write":                                            true,
	"(*bytes.Buffer).WriteByte":                                        true,
	"(*bytes.Buffer).WriteRune":                                        true,
	"(*bytes.Buffer).WriteString":                                      true,
	"(*bytes.Buffer).WriteTo":                                          true,
	"(*strings.Builder).Reset":                                         true,
	"(*strings.Builder).Write":                                         true,
	"(*strings.Builder).WriteByte":                                     true,
	"(*strings.Builder).WriteRune":                                     true,
	"(*strings.Builder).WriteString":                                   true,
	"(*math/rand.Rand).ExpFloat64":                                     true,
	"(*math/rand.Rand).NormFloat64":                                    true,
	"(*math/rand/v2.Rand).ExpFloat64":                                  true,
	"(*math/rand/v2.Rand).Float32":                                     true,
	"(*math/rand/v2.Rand).Int32":                                       true,
	"(*math/rand/v2.Rand).Int32N":                                      true,
	"(*math/rand/v2.Rand).NormFloat64":                                 true,
	"(*math/rand/v2.Rand).Uint":                                        true,
	"(*math/rand/v2.Rand).Uint32":                                      true,
	"(*math/rand/v2.Rand).Uint32N":                                     true,
	"(*math/rand/v2.Rand).Uint64N":                                     true,
	"(*math/rand/v2.Rand).UintN":                                       true,
	"(*math/rand.Rand).Float32":                                        true,
	"(*math/rand.Rand).Float64":                                        true,
	"(*math/rand.Rand).Int":                                            true,
	"(*math/rand.Rand).Int31":                                          true,
	"(*math/rand.Rand).Int31n":                                         true,
	"(*math/rand.Rand).Int63":                                          true,
	"(*math/rand.Rand).Int63n":                                         true,
	"(*math/rand.Rand).Intn":                                           true,
	"(*math/rand.Rand).Perm":                                           true,
	"(*math/rand.Rand).Read":                                           true,
	"(*math/rand.Rand).Seed":                                           true,
	"(*math/rand.Rand).Shuffle":                                        true,
	"(*math/rand.Rand).Uint32":                                         true,
	"(*math/rand.Rand).Uint64":                                         true,
	"(*math/rand/v2.Rand).Float64":                                     true,
	"(*math/rand/v2.Rand).Int":                                         true,
	"(*math/rand/v2.Rand).IntN":                                        true,
	"(*math/rand/v2.Rand).Int64":                                       true,
	"(*math/rand/v2.Rand).Int64N":                                      true,
	"(*math/rand/v2.Rand).Perm":                                        true,
	"(*math/rand/v2.Rand).Shuffle":                                     true,
	"(*math/rand/v2.Rand).Uint64":                                      true,
	"(*github.com/hashicorp/golang-lru/simplelru.LRU).Add":             true,
	"(*github.com/hashicorp/golang-lru/simplelru.LRU).Get":             true,
	"(*github.com/hashicorp/golang-lru/simplelru.LRU).Purge":           true,
	"(*github.com/hashicorp/golang-lru/simplelru.LRU).Remove":          true,
	"(*github.com/hashicorp/golang-lru/simplelru.LRU).RemoveOldest":    true,
	"(*github.com/hashicorp/golang-lru/v2/simplelru.LRU).Add":          true,
	"(*github.com/hashicorp/golang-lru/v2/simplelru.LRU).Get":          true,
	"(*github.com/hashicorp/golang-lru/v2/simplelru.LRU).Purge":        true,
	"(*github.com/hashicorp/golang-lru/v2/simplelru.LRU).Remove":       true,
	"(*github.com/hashicorp/golang-lru/v2/simplelru.LRU).RemoveOldest": true,
	"(*github.com/spf13/viper.Viper).Set":                              true,
	"(*github.com/spf13/viper.Viper).SetDefault":                       true,
	"(*github.com/spf13/viper.Viper).ReadInConfig":                     true,
	"(*github.com/spf13/viper.Viper).ReadConfig":                       true,
	"(*github.com/spf13/viper.Viper).MergeInConfig":                    true,
	"(*github.com/spf13/viper.Viper).MergeConfig":                      true,
	"(*github.com/spf13/viper.Viper).MergeConfigMap":                   true,
	"(*github.com/golang/groupcache/lru.Cache).Add":                    true,
	"(*github.com/golang/groupcache/lru.Cache).Clear":                  true,
	"(*github.com/golang/groupcache/lru.Cache).Get":                    true,
	"(*github.com/golang/groupcache/lru.Cache).Remove":                 true,
	"(*github.com/golang/groupcache/lru.Cache).RemoveOldest":           true,
}

// ReadsMaps are packages, and functions, that look at the entries of the maps which they are passed before
// they return; so do [Encoders].
var ReadsMaps = map[string]bool{
	"encoding/gob":                             true,
	"encoding/json":                            true,
	"encoding/xml":                             true,
	"fmt":                                      true,
	"html/template":                            true,
	"log":                                      true,
	"maps":                                     true,
	"reflect":                                  true,
	"text/template":                            true,
	"github.com/bytedance/sonic":               true,
	"github.com/goccy/go-json":                 true,
	"github.com/goccy/go-yaml":                 true,
	"github.com/json-iterator/go":              true,
	"github.com/pelletier/go-toml":             true,
	"github.com/pelletier/go-toml/v2":          true,
	"github.com/vmihailenco/msgpack":           true,
	"github.com/vmihailenco/msgpack/v5":        true,
	"github.com/BurntSushi/toml":               true,
	"golang.org/x/exp/maps":                    true,
	"sigs.k8s.io/yaml":                         true,
	"(*github.com/gin-gonic/gin.Context).YAML": true,
	"(*github.com/gin-gonic/gin.Context).HTML": true,
}

// Encoders are functions that read the exported fields of the object which they are passed.
var Encoders = map[string]bool{
	"encoding/json.Marshal":                            true,
	"encoding/json.MarshalIndent":                      true,
	"(*encoding/json.Encoder).Encode":                  true,
	"(*encoding/gob.Encoder).Encode":                   true,
	"encoding/xml.Marshal":                             true,
	"encoding/xml.MarshalIndent":                       true,
	"(*encoding/xml.Encoder).Encode":                   true,
	"gopkg.in/yaml.v2.Marshal":                         true,
	"gopkg.in/yaml.v3.Marshal":                         true,
	"(*gopkg.in/yaml.v3.Encoder).Encode":               true,
	"sigs.k8s.io/yaml.Marshal":                         true,
	"github.com/pelletier/go-toml/v2.Marshal":          true,
	"(*github.com/BurntSushi/toml.Encoder).Encode":     true,
	"(*github.com/gin-gonic/gin.Context).JSON":         true,
	"(*github.com/gin-gonic/gin.Context).IndentedJSON": true,
	"(*github.com/gin-gonic/gin.Context).PureJSON":     true,
	"(github.com/labstack/echo/v4.Context).JSON":       true,
	"(*github.com/gofiber/fiber/v2.Ctx).JSON":          true,
}

// SharedMaps are functions that access maps which all users of their package share, without a lock: the
// variable that holds them.
var SharedMaps = map[string]struct {
	Var   string
	Write bool
}{
	"github.com/spf13/viper.Set":                {"v", true},
	"github.com/spf13/viper.SetDefault":         {"v", true},
	"github.com/spf13/viper.ReadInConfig":       {"v", true},
	"github.com/spf13/viper.ReadConfig":         {"v", true},
	"github.com/spf13/viper.MergeInConfig":      {"v", true},
	"github.com/spf13/viper.MergeConfig":        {"v", true},
	"github.com/spf13/viper.MergeConfigMap":     {"v", true},
	"github.com/spf13/viper.Get":                {"v", false},
	"github.com/spf13/viper.GetString":          {"v", false},
	"github.com/spf13/viper.GetBool":            {"v", false},
	"github.com/spf13/viper.GetInt":             {"v", false},
	"github.com/spf13/viper.GetInt64":           {"v", false},
	"github.com/spf13/viper.GetFloat64":         {"v", false},
	"github.com/spf13/viper.GetDuration":        {"v", false},
	"github.com/spf13/viper.GetStringSlice":     {"v", false},
	"github.com/spf13/viper.GetStringMap":       {"v", false},
	"github.com/spf13/viper.GetStringMapString": {"v", false},
	"github.com/spf13/viper.IsSet":              {"v", false},
	"github.com/spf13/viper.AllSettings":        {"v", false},
	"github.com/spf13/viper.Unmarshal":          {"v", false},
	"github.com/spf13/viper.UnmarshalKey":       {"v", false},
	"github.com/spf13/viper.Sub":                {"v", false},
}

// StreamArgs are functions that call a method of an argument, of that number with the receiver first.
var StreamArgs = map[string][]struct {
	Arg    int
	Method string
}{
	"io.Copy":               {{0, "Write"}, {1, "Read"}},
	"io.CopyN":              {{0, "Write"}, {1, "Read"}},
	"io.CopyBuffer":         {{0, "Write"}, {1, "Read"}},
	"io.ReadAll":            {{0, "Read"}},
	"io.ReadFull":           {{0, "Read"}},
	"io.WriteString":        {{0, "Write"}},
	"io/ioutil.ReadAll":     {{0, "Read"}},
	"fmt.Fprint":            {{0, "Write"}},
	"fmt.Fprintf":           {{0, "Write"}},
	"fmt.Fprintln":          {{0, "Write"}},
	"encoding/binary.Write": {{0, "Write"}},

	"github.com/oklog/ulid.New":                  {{1, "Read"}},
	"github.com/oklog/ulid.MustNew":              {{1, "Read"}},
	"github.com/oklog/ulid/v2.New":               {{1, "Read"}},
	"github.com/oklog/ulid/v2.MustNew":           {{1, "Read"}},
	"github.com/google/uuid.NewRandomFromReader": {{0, "Read"}},
}

// Atomics are the functions that access atomically what their first argument
// points to, and whether they write.
var Atomics = func() map[string]bool {
	rows := make(map[string]bool)
	for op, write := range map[string]bool{"Load": false, "Store": true, "Add": true, "Swap": true, "CompareAndSwap": true, "And": true, "Or": true} {
		for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr"} {
			rows["sync/atomic."+op+t] = write
			rows["(*sync/atomic."+t+")."+op] = write
		}
	}
	return rows
}()

// AtomicClaims are those of them that tell one caller that it came first, after
// which others may stay away.
var AtomicClaims = func() map[string]bool {
	rows := make(map[string]bool)
	for name := range Atomics {
		if strings.Contains(name, "Swap") {
			rows[name] = true
		}
	}
	return rows
}()

// NoGoroutines are packages whose methods neither start goroutines nor wait for
// any.
var NoGoroutines = map[string]bool{
	"bufio":         true,
	"bytes":         true,
	"encoding/json": true,
	"errors":        true,
	"log":           true,
	"log/slog":      true,
	"math/big":      true,
	"math/rand":     true,
	"math/rand/v2":  true,
	"net/url":       true,
	"os":            true,
	"reflect":       true,
	"regexp":        true,
	"strings":       true,
	"sync/atomic":   true,
	"time":          true,
}

// Runs are the functions that call one of their arguments before they return, and
// not in another goroutine. The index counts the receiver.
var Runs = map[string]int{
	"(*sync.Once).Do":           1,
	"(*sync.Map).Range":         1,
	"(*container/ring.Ring).Do": 1,
	"io/fs.WalkDir":             2,
	"maps.DeleteFunc":           1,
	"strings.FieldsFunc":        1,
	"strings.IndexFunc":         1,
	"slices.SortFunc":           1,
	"slices.SortStableFunc":     1,
	"slices.IndexFunc":          1,
	"slices.ContainsFunc":       1,
	"slices.DeleteFunc":         1,
	"sort.Slice":                1,
	"sort.SliceStable":          1,
	"sort.Search":               1,
	"strings.Map":               0,
	"path/filepath.Walk":        1,
	"path/filepath.WalkDir":     1,
}

// ShortWork are packages, and functions, that may run under any lock: they work on
// their arguments in memory, and call no method of them.
var ShortWork = map[string]bool{
	"math":         true,
	"math/bits":    true,
	"maps":         true,
	"slices":       true,
	"sort.Ints":    true,
	"sort.Strings": true,
	"strconv":      true,
	"strings":      true,
	"unicode":      true,
	"unicode/utf8": true,
}

// ContainerReads read an entry of a container that goroutines share: which methods of the container
// store one, and which does both in one step, "" if none does.
var ContainerReads = map[string]struct{ Stores, Both string }{
	"(*sync.Map).Load":                                         {"Store", "LoadOrStore"},
	"(*github.com/patrickmn/go-cache.cache).Get":               {"Set SetDefault", "Add"},
	"(*github.com/hashicorp/golang-lru.Cache).Get":             {"Add", "PeekOrAdd"},
	"(*github.com/hashicorp/golang-lru/v2.Cache).Get":          {"Add", "PeekOrAdd"},
	"(github.com/orcaman/concurrent-map.ConcurrentMap).Get":    {"Set", "SetIfAbsent"},
	"(github.com/orcaman/concurrent-map/v2.ConcurrentMap).Get": {"Set", "SetIfAbsent"},
}

// OpenedPools are types of values that keep connections, and have no Close.
var OpenedPools = map[string]bool{
	"gorm.io/gorm.DB":                     true,
	"github.com/go-resty/resty/v2.Client": true,
	"net/http.Transport":                  true,
}

// SharedContainers are types by which a struct that has a field of one makes its entries safe for
// goroutines.
var SharedContainers = map[string]bool{
	"sync.Mutex": true, "sync.RWMutex": true, "sync.Map": true,
	"github.com/patrickmn/go-cache.Cache":      true,
	"github.com/hashicorp/golang-lru.Cache":    true,
	"github.com/hashicorp/golang-lru/v2.Cache": true,
}
