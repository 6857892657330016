package catalog

import "strings"

// Raises are calls that do not return: they end the process or the goroutine, or panic in
// their turn.
var Raises = map[string]bool{
	"os.Exit":                                   true,
	"runtime.Goexit":                            true,
	"log.Fatal":                                 true,
	"log.Fatalf":                                true,
	"log.Fatalln":                               true,
	"log.Panic":                                 true,
	"log.Panicf":                                true,
	"log.Panicln":                               true,
	"(*log.Logger).Fatal":                       true,
	"(*log.Logger).Fatalf":                      true,
	"(*log.Logger).Fatalln":                     true,
	"(*log.Logger).Panic":                       true,
	"(*log.Logger).Panicf":                      true,
	"(*go.uber.org/zap.Logger).Fatal":           true,
	"(*go.uber.org/zap.Logger).Panic":           true,
	"(*go.uber.org/zap.SugaredLogger).Fatal":    true,
	"(*go.uber.org/zap.SugaredLogger).Fatalf":   true,
	"(*go.uber.org/zap.SugaredLogger).Fatalw":   true,
	"(*go.uber.org/zap.SugaredLogger).Panic":    true,
	"(*go.uber.org/zap.SugaredLogger).Panicf":   true,
	"github.com/sirupsen/logrus.Fatal":          true,
	"github.com/sirupsen/logrus.Fatalf":         true,
	"github.com/sirupsen/logrus.Panic":          true,
	"github.com/sirupsen/logrus.Panicf":         true,
	"(*github.com/sirupsen/logrus.Entry).Fatal": true,
	"(*github.com/sirupsen/logrus.Entry).Panic": true,
	"(*github.com/rs/zerolog.Logger).Fatal":     true,
	"(*github.com/rs/zerolog.Logger).Panic":     true,
	"github.com/rs/zerolog/log.Fatal":           true,
	"github.com/rs/zerolog/log.Panic":           true,
	"k8s.io/klog/v2.Fatal":                      true,
	"k8s.io/klog/v2.Fatalf":                     true,
}

// PanicKeepers are starters whose goroutines do not end the process by a panic: it is
// recovered and returned to the owner.
var PanicKeepers = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Go":             true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).Go":    true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).GoErr": true,
	"(*github.com/sourcegraph/conc.WaitGroup).Go":                     true,
	"(*github.com/sourcegraph/conc/pool.Pool).Go":                     true,
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Go":                true,
	"(*github.com/sourcegraph/conc/pool.ContextPool).Go":              true,
}

// WalkEntries are what a walk through a tree passes to its visitor.
var WalkEntries = map[string]bool{
	"io/fs.DirEntry":                      true,
	"io/fs.FileInfo":                      true,
	"github.com/karrick/godirwalk.Dirent": true,
}

// CallbackParams are types of parameters of functions that the client of a broker calls for each message,
// in a goroutine that recovers from nothing.
var CallbackParams = map[string]bool{
	"github.com/nats-io/nats.go.Msg":              true,
	"github.com/nats-io/nats.go/jetstream.Msg":    true,
	"github.com/eclipse/paho.mqtt.golang.Message": true,
	"github.com/IBM/sarama.ConsumerGroupClaim":    true,
	"cloud.google.com/go/pubsub.Message":          true,
	"github.com/nsqio/go-nsq.Message":             true,
}

// Splits return parts of a string, and how many there are at least.
var Splits = map[string]int{
	"strings.Split":                            1,
	"strings.SplitN":                           1,
	"strings.SplitAfter":                       1,
	"strings.SplitAfterN":                      1,
	"strings.Fields":                           0,
	"strings.FieldsFunc":                       0,
	"bytes.Split":                              1,
	"bytes.SplitN":                             1,
	"bytes.Fields":                             0,
	"(*regexp.Regexp).FindStringSubmatch":      0,
	"(*regexp.Regexp).FindSubmatch":            0,
	"(*regexp.Regexp).FindAllString":           0,
	"(*regexp.Regexp).FindAllStringSubmatch":   0,
	"(*regexp.Regexp).FindStringIndex":         0,
	"(*regexp.Regexp).FindStringSubmatchIndex": 0,
	"(*regexp.Regexp).Split":                   0,
	"(*encoding/csv.Reader).Read":              1,
}

// Matches return nothing, or a match with all of its groups.
var Matches = map[string]bool{
	"(*regexp.Regexp).FindStringSubmatch":      true,
	"(*regexp.Regexp).FindSubmatch":            true,
	"(*regexp.Regexp).FindAllStringSubmatch":   true,
	"(*regexp.Regexp).FindStringIndex":         true,
	"(*regexp.Regexp).FindStringSubmatchIndex": true,
}

// MatchLists return matches, each with all of its groups.
var MatchLists = map[string]bool{
	"(*regexp.Regexp).FindAllStringSubmatch": true,
	"(*regexp.Regexp).FindAllSubmatch":       true,
}

// NonEmptyParts split a text into parts none of which is empty.
var NonEmptyParts = map[string]bool{
	"strings.Fields":     true,
	"strings.FieldsFunc": true,
	"bytes.Fields":       true,
	"bytes.FieldsFunc":   true,
}

// CompilesPattern make a regular expression of a text.
var CompilesPattern = map[string]bool{
	"regexp.Compile":          true,
	"regexp.CompilePOSIX":     true,
	"regexp.MustCompile":      true,
	"regexp.MustCompilePOSIX": true,
}

// FixedReads read as many bytes of a slice as their type has.
var FixedReads = map[string]int{
	"(encoding/binary.bigEndian).Uint16":    2,
	"(encoding/binary.bigEndian).Uint32":    4,
	"(encoding/binary.bigEndian).Uint64":    8,
	"(encoding/binary.littleEndian).Uint16": 2,
	"(encoding/binary.littleEndian).Uint32": 4,
	"(encoding/binary.littleEndian).Uint64": 8,
	"(encoding/binary.ByteOrder).Uint16":    2,
	"(encoding/binary.ByteOrder).Uint32":    4,
	"(encoding/binary.ByteOrder).Uint64":    8,
}

// VarintReads read a number of any size from a reader.
var VarintReads = words("encoding/binary.ReadUvarint encoding/binary.ReadVarint")

// Musts panic where a function of the same name without Must returns an error.
var Musts = map[string]bool{
	"regexp.MustCompile":                             true,
	"regexp.MustCompilePOSIX":                        true,
	"net/netip.MustParseAddr":                        true,
	"net/netip.MustParsePrefix":                      true,
	"net/netip.MustParseAddrPort":                    true,
	"github.com/google/uuid.MustParse":               true,
	"k8s.io/apimachinery/pkg/api/resource.MustParse": true,
}

// InputReads return what comes from outside: lines, bodies, output, settings.
var InputReads = map[string]bool{
	"(*bufio.Scanner).Text":                                 true,
	"(*bufio.Scanner).Bytes":                                true,
	"(*bufio.Reader).ReadString":                            true,
	"(*bufio.Reader).ReadBytes":                             true,
	"(*bufio.Reader).ReadLine":                              true,
	"(*bufio.Reader).ReadSlice":                             true,
	"(*net/textproto.Reader).ReadLine":                      true,
	"io.ReadAll":                                            true,
	"io/ioutil.ReadAll":                                     true,
	"os.ReadFile":                                           true,
	"io/ioutil.ReadFile":                                    true,
	"(*os/exec.Cmd).Output":                                 true,
	"(*os/exec.Cmd).CombinedOutput":                         true,
	"(*encoding/csv.Reader).Read":                           true,
	"(*encoding/csv.Reader).ReadAll":                        true,
	"(net/http.Header).Get":                                 true,
	"(net/url.Values).Get":                                  true,
	"(*net/url.URL).Query":                                  true,
	"(*net/http.Request).PathValue":                         true,
	"(*net/http.Request).PostFormValue":                     true,
	"(*net/http.Request).FormValue":                         true,
	"(*github.com/gorilla/websocket.Conn).ReadMessage":      true,
	"(*github.com/go-redis/redis/v8.StringCmd).Result":      true,
	"(*github.com/redis/go-redis/v9.StringCmd).Result":      true,
	"(*github.com/redis/go-redis/v9.StringSliceCmd).Result": true,
	"(github.com/eclipse/paho.mqtt.golang.Message).Payload": true,
	"(github.com/eclipse/paho.mqtt.golang.Message).Topic":   true,
	"(github.com/nats-io/nats.go/jetstream.Msg).Data":       true,
}

// DecodesNull set what they decode into to nil for the JSON text null.
var DecodesNull = words("encoding/json.Unmarshal (*encoding/json.Decoder).Decode")

// SteadyReads return the same part of a request each time.
var SteadyReads = words(`(net/http.Header).Get (net/url.Values).Get (*net/url.URL).Query (*net/http.Request).FormValue
	(*net/http.Request).PostFormValue (*net/http.Request).PathValue`)

// NonEmptyLists are maps whose elements have at least one element: a parameter or header is there with a value.
var NonEmptyLists = words("net/url.Values net/http.Header")

// InputFields are fields that hold what comes from outside.
var InputFields = map[string]bool{
	"net/http.Request.Form":                              true,
	"net/http.Request.PostForm":                          true,
	"github.com/nats-io/nats.go.Msg.Data":                true,
	"github.com/nats-io/nats.go.Msg.Subject":             true,
	"github.com/IBM/sarama.ConsumerMessage.Value":        true,
	"github.com/IBM/sarama.ConsumerMessage.Key":          true,
	"github.com/segmentio/kafka-go.Message.Value":        true,
	"github.com/segmentio/kafka-go.Message.Key":          true,
	"github.com/rabbitmq/amqp091-go.Delivery.Body":       true,
	"github.com/rabbitmq/amqp091-go.Delivery.Headers":    true,
	"github.com/rabbitmq/amqp091-go.Delivery.RoutingKey": true,
	"github.com/streadway/amqp.Delivery.Body":            true,
	"github.com/streadway/amqp.Delivery.Headers":         true,
	"cloud.google.com/go/pubsub.Message.Data":            true,
	"github.com/nsqio/go-nsq.Message.Body":               true,
	"github.com/redis/go-redis/v9.Message.Payload":       true,
	"github.com/redis/go-redis/v9.XMessage.Values":       true,
	"github.com/go-redis/redis/v8.Message.Payload":       true,
	"github.com/go-redis/redis/v8.XMessage.Values":       true,
	"net/http.Response.Header":                           true,
}

// Transforms are packages whose functions return what they make of their arguments.
var Transforms = words("strings bytes unicode net/url html path path/filepath regexp strconv encoding/binary encoding/hex encoding/base64")

// FailsForInput return nil beside an error that depends on what they are passed.
var FailsForInput = words(`net/url.Parse net/url.ParseRequestURI net/http.NewRequest net/http.NewRequestWithContext
	net/http.ReadRequest net/http.ReadResponse net.ResolveTCPAddr net.ResolveUDPAddr net/mail.ParseAddress net/mail.ReadMessage`)

// ValueBesideError reports whether the methods of a package return a value that is not nil beside each error, as those of
// the typed clients of Kubernetes do.
func ValueBesideError(pkg string) bool {
	return strings.HasPrefix(pkg, "k8s.io/client-go/kubernetes/typed/") || strings.HasPrefix(pkg, "k8s.io/client-go/gentype")
}

// FailsForPeer return nil beside an error that depends on the other side, or on a file.
var FailsForPeer = words(`net/http.Get net/http.Post net/http.PostForm net/http.Head (*net/http.Client).Do (*net/http.Client).Get
	(*net/http.Client).Post (*net/http.Client).PostForm (*net/http.Client).Head net.Dial net.DialTimeout (*net.Dialer).Dial
	(*net.Dialer).DialContext crypto/tls.Dial os.Stat os.Lstat`)

// ReaderPackages are imported by packages that read from connections and files, or take apart what these send.
var ReaderPackages = words("net bufio io encoding/binary")

// PanicsOnNil reports whether a function is a method that panics on a nil pointer: a nil *os.File, in contrast,
// returns an error from all but one.
func PanicsOnNil(callee string) bool {
	recv, _, ok := strings.Cut(callee, ").")
	return ok && nilPanics[strings.TrimPrefix(recv, "(*")] || nilPanics[callee]
}

// nilPanics are types all of whose methods panic on a nil pointer, and such methods of others.
var nilPanics = words(`database/sql.DB database/sql.Tx database/sql.Conn database/sql.Stmt database/sql.Rows
	net/http.Request net/http.Response net/mail.Address regexp.Regexp text/template.Template html/template.Template
	archive/zip.ReadCloser compress/gzip.Reader compress/gzip.Writer net/smtp.Client net/textproto.Conn net/rpc.Client
	mime/multipart.FileHeader bufio.Reader bufio.Writer bufio.Scanner
	(*os.File).Name (*os.Root).Name (*net/url.URL).Hostname (*net/url.URL).Port (*net/url.URL).String
	(*net/url.URL).Query (*net/url.URL).EscapedPath (*net/url.URL).IsAbs (*net/url.URL).JoinPath (*net/url.URL).Parse
	(*net/url.URL).RequestURI (*net/url.URL).ResolveReference
	golang.org/x/crypto/ssh.Session golang.org/x/crypto/ssh.Client github.com/pkg/sftp.Client`)

// FailsByText fail only for the text that they are given.
var FailsByText = map[string]bool{
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
	"net/url.Parse":                  true,
	"net/url.ParseRequestURI":        true,
	"regexp.Compile":                 true,
}

// URLTexts return text that can be parsed as a URL, or that can stand in one.
var URLTexts = words(`(*net/url.URL).String (net/url.Values).Encode net/url.QueryEscape net/url.PathEscape
	(*golang.org/x/oauth2.Config).AuthCodeURL`)

// WritesToMaker fail only where the writer fails that the value they are called on was made for.
var WritesToMaker = words(`(*mime/multipart.Writer).CreateFormFile (*mime/multipart.Writer).CreateFormField
	(*mime/multipart.Writer).CreatePart`)

// MemoryWriters never return an error.
var MemoryWriters = words("bytes.Buffer strings.Builder")

// AsksOpenFile are methods of an open file that fail only where it has been closed.
var AsksOpenFile = words("(*os.File).Stat (*os.File).SyscallConn")

// MessageTags are the keys of the struct tags with which messages are decoded.
var MessageTags = words("json msgpack cbor bson")

// Unnoticed are calls that a goroutine defers and by which nobody learns that it has ended, unless all have.
var Unnoticed = map[string]bool{
	"(*sync.WaitGroup).Done": true,
	"(*time.Ticker).Stop":    true,
	"(*time.Timer).Stop":     true,
}
