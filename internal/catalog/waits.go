package catalog

// Sleeps pause the goroutine for the duration given as first argument, and
// nothing can end the pause.
var Sleeps = map[string]bool{"time.Sleep": true}

// RandomFractions return a number below one.
var RandomFractions = map[string]bool{
	"math/rand.Float32":            true,
	"math/rand.Float64":            true,
	"(*math/rand.Rand).Float32":    true,
	"(*math/rand.Rand).Float64":    true,
	"math/rand/v2.Float32":         true,
	"math/rand/v2.Float64":         true,
	"(*math/rand/v2.Rand).Float32": true,
	"(*math/rand/v2.Rand).Float64": true,
}

// Elapsed return how much time has passed since their argument, or their receiver.
var Elapsed = map[string]bool{"time.Since": true, "(time.Time).Sub": true}

// Clocks return the present moment.
var Clocks = map[string]bool{"time.Now": true}

// TimeLeft return how much time there is until their argument.
var TimeLeft = map[string]bool{"time.Until": true}

// RandomBelow return a number below their argument.
var RandomBelow = map[string]bool{
	"math/rand.Int31n":            true,
	"math/rand.Int63n":            true,
	"math/rand.Intn":              true,
	"(*math/rand.Rand).Int31n":    true,
	"(*math/rand.Rand).Int63n":    true,
	"(*math/rand.Rand).Intn":      true,
	"math/rand/v2.Int32N":         true,
	"math/rand/v2.Int64N":         true,
	"math/rand/v2.IntN":           true,
	"math/rand/v2.N":              true,
	"(*math/rand/v2.Rand).Int64N": true,
	"(*math/rand/v2.Rand).IntN":   true,
}

// Timeouts return a channel that is ready once, after the duration given as
// first argument.
var Timeouts = map[string]bool{"time.After": true}

// ErrGroupMethods start goroutines of a group, limit how many there are, and wait for them.
var ErrGroupMethods = map[string]string{
	"(*golang.org/x/sync/errgroup.Group).Go":       "go",
	"(*golang.org/x/sync/errgroup.Group).TryGo":    "go",
	"(*golang.org/x/sync/errgroup.Group).SetLimit": "limit",
	"(*golang.org/x/sync/errgroup.Group).Wait":     "wait",
}

// WaitGroupMethods count the goroutines that a group waits for.
var WaitGroupMethods = map[string]string{
	"(*sync.WaitGroup).Add":  "add",
	"(*sync.WaitGroup).Done": "done",
	"(*sync.WaitGroup).Go":   "go",
	"(*sync.WaitGroup).Wait": "wait",
}

// Joins return when the goroutines of a group have returned.
var Joins = map[string]bool{
	"(*sync.WaitGroup).Wait":                                         true,
	"(*golang.org/x/sync/errgroup.Group).Wait":                       true,
	"(*github.com/sourcegraph/conc.WaitGroup).Wait":                  true,
	"(*github.com/sourcegraph/conc/pool.Pool).Wait":                  true,
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Wait":             true,
	"(*github.com/sourcegraph/conc/pool.ContextPool).Wait":           true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).Stop": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Wait":          true,
	"(*github.com/oklog/run.Group).Run":                              true,
}

// SlowCalls may take long, seconds at least, and take no context that could end
// them earlier.
var SlowCalls = map[string]bool{
	"net/http.Get":                true,
	"net/http.Head":               true,
	"net/http.Post":               true,
	"net/http.PostForm":           true,
	"(*net/http.Client).Get":      true,
	"(*net/http.Client).Head":     true,
	"(*net/http.Client).Post":     true,
	"(*net/http.Client).PostForm": true,
	"net.Dial":                    true,
	"net/smtp.SendMail":           true,
	"(*net/rpc.Client).Call":      true,
	"(*database/sql.DB).Exec":     true,
	"(*database/sql.DB).Query":    true,
	"(*database/sql.DB).QueryRow": true,
	"(*database/sql.DB).Ping":     true,
	"(*database/sql.Tx).Exec":     true,
	"(*database/sql.Tx).Query":    true,
	"(*database/sql.Stmt).Exec":   true,
	"(*database/sql.Stmt).Query":  true,
}

// FailsByArguments fail for arguments that are wrong, which a program passes always or never.
var FailsByArguments = map[string]bool{
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
	"encoding/json.Marshal":          true,
	"encoding/json.MarshalIndent":    true,
}

// StopsLater return a context that is done when what they stop has returned.
var StopsLater = map[string]bool{"(*github.com/robfig/cron/v3.Cron).Stop": true}

// Accepts take the next connection, and fail when the listener is closed.
var Accepts = map[string]bool{
	"(net.Listener).Accept":          true,
	"(*net.TCPListener).Accept":      true,
	"(*net.TCPListener).AcceptTCP":   true,
	"(*net.UnixListener).Accept":     true,
	"(*net.UnixListener).AcceptUnix": true,
}

// CondMethods wait for a condition, or signal it.
var CondMethods = map[string]string{
	"(*sync.Cond).Wait":      "wait",
	"(*sync.Cond).Signal":    "wake",
	"(*sync.Cond).Broadcast": "wake",
}

// A Receive is a call that returns when something arrives, or fails.
type Receive struct {
	Blocks  bool   // without a context of its own: only data, Close or a deadline ends it
	Context bool   // its first argument is a context whose end makes each further call fail
	Peer    bool   // the other side may end it, and then each further call fails
	Until   string // after what each further call fails, for one that has no connection
	Scarce  bool   // it fails as long as the process has no free file descriptor
}

// Receives are calls of loops that receive.
var Receives = map[string]Receive{
	"(net.Listener).Accept":                                 {Blocks: true, Scarce: true},
	"(*net.TCPListener).Accept":                             {Blocks: true, Scarce: true},
	"(*net.TCPListener).AcceptTCP":                          {Blocks: true, Scarce: true},
	"(*net.UnixListener).Accept":                            {Blocks: true, Scarce: true},
	"(*net.UnixListener).AcceptUnix":                        {Blocks: true, Scarce: true},
	"(net.PacketConn).ReadFrom":                             {Blocks: true},
	"(*net.UDPConn).ReadFromUDP":                            {Blocks: true},
	"(*net.UDPConn).ReadFrom":                               {Blocks: true},
	"(*net.UDPConn).ReadFromUDPAddrPort":                    {Blocks: true},
	"(net.Conn).Read":                                       {Blocks: true, Peer: true},
	"(*net.conn).Read":                                      {Blocks: true, Peer: true},
	"(*crypto/tls.Conn).Read":                               {Blocks: true, Peer: true},
	"syscall.Wait4":                                         {Until: "no child process is left"},
	"(*os.File).Read":                                       {Peer: true},
	"(*bufio.Reader).ReadString":                            {Peer: true},
	"(*bufio.Reader).ReadBytes":                             {Peer: true},
	"(*bufio.Reader).ReadLine":                              {Peer: true},
	"(*github.com/gorilla/websocket.Conn).ReadMessage":      {Blocks: true, Peer: true},
	"(*github.com/gorilla/websocket.Conn).ReadJSON":         {Blocks: true, Peer: true},
	"(*github.com/gorilla/websocket.Conn).NextReader":       {Blocks: true, Peer: true},
	"(*github.com/coder/websocket.Conn).Read":               {Context: true, Peer: true},
	"(google.golang.org/grpc.ClientStream).RecvMsg":         {Peer: true},
	"(google.golang.org/grpc.ServerStream).RecvMsg":         {Peer: true},
	"(*github.com/segmentio/kafka-go.Reader).ReadMessage":   {Context: true},
	"(*github.com/segmentio/kafka-go.Reader).FetchMessage":  {Context: true},
	"(*github.com/redis/go-redis/v9.PubSub).ReceiveMessage": {Context: true},
	"(*github.com/redis/go-redis/v9.PubSub).Receive":        {Context: true},
	"(*github.com/jackc/pgx/v5.Conn).WaitForNotification":   {Context: true},
}

// StreamReads are reads that fail again after an error, whatever it was: the next one returns the same error, or asks the
// same connection or file.
var StreamReads = words("(*bufio.Reader).ReadString (*bufio.Reader).ReadBytes (*bufio.Reader).ReadLine (*bufio.Reader).ReadSlice " +
	"(*bufio.Reader).ReadByte (*bufio.Reader).ReadRune (*bufio.Reader).Read (*bufio.Reader).Peek io.ReadFull encoding/binary.Read " +
	"(*encoding/json.Decoder).Decode (*encoding/json.Decoder).Token (*encoding/xml.Decoder).Decode (*encoding/xml.Decoder).Token " +
	"(*encoding/gob.Decoder).Decode (*archive/tar.Reader).Next (*mime/multipart.Reader).NextPart (*mime/multipart.Reader).NextRawPart " +
	"(*os.File).Read (*os.File).ReadDir (*os.File).Readdir (*os.File).Readdirnames (io.Reader).Read")

// ClosedByLibrary are calls that return a channel which the library closes itself, with
// when it does: a loop that continues to receive gets zero values after that.
var ClosedByLibrary = map[string]string{
	"(*github.com/rabbitmq/amqp091-go.Channel).Consume":            "as it is when the connection or channel ends",
	"(*github.com/rabbitmq/amqp091-go.Channel).ConsumeWithContext": "as it is when the connection or channel ends",
	"(*github.com/rabbitmq/amqp091-go.Channel).NotifyClose":        "as it is when the channel is closed",
	"(*github.com/rabbitmq/amqp091-go.Channel).NotifyPublish":      "as it is when the channel is closed",
	"(*github.com/rabbitmq/amqp091-go.Channel).NotifyReturn":       "as it is when the channel is closed",
	"(*github.com/rabbitmq/amqp091-go.Connection).NotifyClose":     "as it is when the connection is closed",
	"(*github.com/streadway/amqp.Channel).Consume":                 "as it is when the connection or channel ends",
	"(*github.com/streadway/amqp.Channel).NotifyClose":             "as it is when the channel is closed",
	"(*github.com/streadway/amqp.Connection).NotifyClose":          "as it is when the connection is closed",
	"(*github.com/redis/go-redis/v9.PubSub).Channel":               "as it is when the subscription is closed",
	"(*github.com/go-redis/redis/v8.PubSub).Channel":               "as it is when the subscription is closed",
	"(github.com/IBM/sarama.ConsumerGroupClaim).Messages":          "as it is when the session ends",
	"(github.com/Shopify/sarama.ConsumerGroupClaim).Messages":      "as it is when the session ends",
	"(github.com/IBM/sarama.PartitionConsumer).Messages":           "as it is when the consumer is closed",
	"(github.com/Shopify/sarama.PartitionConsumer).Messages":       "as it is when the consumer is closed",
	"(k8s.io/apimachinery/pkg/watch.Interface).ResultChan":         "as it is when the watch expires",
	"(go.etcd.io/etcd/client/v3.Watcher).Watch":                    "as it is when the watch is canceled or compacted",
	"(go.etcd.io/etcd/client/v3.Lease).KeepAlive":                  "as it is when the lease has expired",
}

// Exclusive are the names of methods and functions by which one goroutine at a time gets on.
var Exclusive = map[string]bool{
	"Lock": true, "RLock": true, "TryLock": true,
	"CompareAndSwap": true, "CompareAndSwapInt32": true, "CompareAndSwapInt64": true, "CompareAndSwapUint32": true,
	"Swap": true, "SwapInt32": true, "SwapInt64": true, "SwapUint32": true,
}

// TakesSlot are the methods of semaphores that wait for a slot, or ask for one.
var TakesSlot = words("Acquire TryAcquire")

// Queries ask a database.
var Queries = words("(*database/sql.DB).Exec (*database/sql.DB).ExecContext (*database/sql.DB).Query (*database/sql.DB).QueryContext (*database/sql.DB).Ping (*database/sql.DB).PingContext " +
	"(*database/sql.DB).Begin (*database/sql.DB).BeginTx (*database/sql.Tx).ExecContext (*database/sql.Conn).ExecContext (*database/sql.Stmt).ExecContext " +
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Exec (*github.com/jackc/pgx/v5/pgxpool.Pool).Query (*github.com/jackc/pgx/v5/pgxpool.Pool).Ping " +
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Begin (*github.com/jackc/pgx/v5/pgxpool.Pool).BeginTx (*github.com/jackc/pgx/v5/pgxpool.Pool).CopyFrom " +
	"(*github.com/jackc/pgx/v5.Conn).Exec (*github.com/jackc/pgx/v5.Conn).Query (*github.com/jackc/pgx/v5.Conn).Ping (*github.com/jackc/pgx/v5.Conn).Begin")

// MakesRequest make a request, which something else sends.
var MakesRequest = map[string]bool{"net/http.NewRequest": true, "net/http.NewRequestWithContext": true}

// DoneSignals are calls that return a channel which is closed when something ends, and stays so, with what
// has happened then. Contexts have one as well.
var DoneSignals = map[string]string{
	"(*gopkg.in/tomb.v1.Tomb).Dying": "dying",
	"(*gopkg.in/tomb.v1.Tomb).Dead":  "dead",
	"(*gopkg.in/tomb.v2.Tomb).Dying": "dying",
	"(*gopkg.in/tomb.v2.Tomb).Dead":  "dead",
}

// FirstError are the methods by which a group starts a function, the first error of which its Wait returns.
var FirstError = map[string]bool{
	"(*golang.org/x/sync/errgroup.Group).Go":             true,
	"(*golang.org/x/sync/errgroup.Group).TryGo":          true,
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Go":   true,
	"(*github.com/sourcegraph/conc/pool.ContextPool).Go": true,
}
