package catalog

import "slices"

// WritesThrough make a writer that passes on what it is given immediately.
var WritesThrough = words("io.MultiWriter io.TeeReader log.New log.SetOutput (*log.Logger).SetOutput fmt.Fprint fmt.Fprintf fmt.Fprintln runtime/pprof.WriteHeapProfile")

// GoneWithProcess are calls that need not run when the process ends: what they
// undo ends with it.
var GoneWithProcess = map[string]bool{
	"(*sync.Mutex).Unlock":                    true,
	"(*sync.RWMutex).Unlock":                  true,
	"(*sync.RWMutex).RUnlock":                 true,
	"(sync.Locker).Unlock":                    true,
	"(*sync.WaitGroup).Done":                  true,
	"(*sync.WaitGroup).Wait":                  true,
	"(*time.Ticker).Stop":                     true,
	"(*time.Timer).Stop":                      true,
	"os/signal.Stop":                          true,
	"(*database/sql.Rows).Close":              true,
	"(*database/sql.Stmt).Close":              true,
	"(*net/http.Client).CloseIdleConnections": true,
	"(*net/http/httptest.Server).Close":       true,
	"k8s.io/klog/v2.Flush":                    true, // its exits flush
}

// KernelCloses close what the kernel closes as well when the process ends. What is lost are
// the errors, and the farewell to the other side.
var KernelCloses = map[string]bool{
	"(*os.File).Close":                                    true,
	"(io.Closer).Close":                                   true,
	"(net.Conn).Close":                                    true,
	"(net.Listener).Close":                                true,
	"(*net.conn).Close":                                   true,
	"(*google.golang.org/grpc.ClientConn).Close":          true,
	"(*github.com/gorilla/websocket.Conn).Close":          true,
	"(*github.com/redis/go-redis/v9.ClusterClient).Close": true,
	"(*github.com/redis/go-redis/v9.Client).Close":        true,
	"(*github.com/go-redis/redis/v8.ClusterClient).Close": true,
	"(*github.com/go-redis/redis/v8.baseClient).Close":    true,
	"(*database/sql.DB).Close":                            true, // a pool of connections
	"(*database/sql.Conn).Close":                          true,
	"(*github.com/jackc/pgx/v4.Conn).Close":               true,
	"(*github.com/jackc/pgx/v4/pgxpool.Pool).Close":       true,
	"(*github.com/jackc/pgx/v5.Conn).Close":               true,
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Close":       true,
}

// OpensToWrite open a file to write to it.
var OpensToWrite = map[string]bool{"os.Create": true, "os.CreateTemp": true}

// CancelTypes are functions that end a context, which does nothing for a
// process that ends.
var CancelTypes = map[string]bool{
	"context.CancelFunc":      true,
	"context.CancelCauseFunc": true,
}

// SilentPackages only print, format and tell the time.
var SilentPackages = map[string]bool{
	"fmt":     true,
	"time":    true,
	"errors":  true,
	"strings": true,
	"strconv": true,
	"runtime": true,
}

// Removes take the file away whose name they are given.
var Removes = map[string]bool{"os.Remove": true, "os.RemoveAll": true}

// FileTests ask whether the file is there whose name they are given.
var FileTests = map[string]bool{"os.Stat": true, "os.Lstat": true}

// MemoryPackages work on the memory of the process only.
var MemoryPackages = map[string]bool{
	"sync":          true,
	"sync/atomic":   true,
	"runtime/debug": true,
	"expvar":        true,
	"math":          true,
	"math/bits":     true,
	"math/rand":     true,
	"sort":          true,
	"slices":        true,
	"maps":          true,
	"bytes":         true,
	"unicode":       true,
	"context":       true,
}

// MetricPackages count and measure, in memory.
var MetricPackages = map[string]bool{
	"github.com/armon/go-metrics":                    true,
	"github.com/hashicorp/go-metrics":                true,
	"github.com/prometheus/client_golang/prometheus": true,
	"go.opencensus.io/stats":                         true,
	"go.opentelemetry.io/otel/metric":                true,
}

// RuntimePackages work on what exists until the process exits: the runtime, and the
// connection to the service manager.
var RuntimePackages = map[string]bool{"runtime/debug": true, "github.com/coreos/go-systemd/v22/daemon": true}

// PIDFile reports whether a package or type is about the file with the number of a process,
// going by its name. A file that remains names a process that has exited, which its readers
// test.
func PIDFile(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return w == "pidfile" || w == "pid" })
}
