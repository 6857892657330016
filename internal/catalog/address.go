package catalog

// Dials connect to the address, or send to the URL, in argument Arg.
var Dials = map[string]struct{ Arg int }{
	"net.Dial":                  {1},
	"net.DialTimeout":           {1},
	"(*net.Dialer).Dial":        {1},
	"(*net.Dialer).DialContext": {2},
	"crypto/tls.Dial":           {1},
	"net/rpc.Dial":              {1},
	"net/smtp.Dial":             {0},
	"net/smtp.SendMail":         {0},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.SendMail": {1},
	"net/http.Get":                                                           {0},
	"net/http.Head":                                                          {0},
	"net/http.Post":                                                          {0},
	"net/http.PostForm":                                                      {0},
	"net/http.NewRequest":                                                    {1},
	"net/http.NewRequestWithContext":                                         {2},
	"(*net/http.Client).Get":                                                 {0},
	"(*net/http.Client).Head":                                                {0},
	"(*net/http.Client).Post":                                                {0},
	"(*net/http.Client).PostForm":                                            {0},
	"net/http/httputil.NewSingleHostReverseProxy":                            {0},
	"database/sql.Open":                                                      {1},
	"google.golang.org/grpc.Dial":                                            {0},
	"google.golang.org/grpc.DialContext":                                     {1},
	"google.golang.org/grpc.NewClient":                                       {0},
	"github.com/redis/go-redis/v9.ParseURL":                                  {0},
	"github.com/go-redis/redis/v8.ParseURL":                                  {0},
	"github.com/nats-io/nats.go.Connect":                                     {0},
	"github.com/rabbitmq/amqp091-go.Dial":                                    {0},
	"github.com/rabbitmq/amqp091-go.DialConfig":                              {0},
	"github.com/jackc/pgx/v5.Connect":                                        {1},
	"github.com/jackc/pgx/v5/pgxpool.New":                                    {1},
	"github.com/jackc/pgx/v5/pgxpool.ParseConfig":                            {0},
	"github.com/jmoiron/sqlx.Connect":                                        {1},
	"github.com/jmoiron/sqlx.Open":                                           {1},
	"github.com/gomodule/redigo/redis.Dial":                                  {1},
	"github.com/gomodule/redigo/redis.DialURL":                               {0},
	"github.com/garyburd/redigo/redis.Dial":                                  {1},
	"github.com/garyburd/redigo/redis.DialURL":                               {0},
	"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).AddBroker":         {0},
	"(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions).ApplyURI":    {0},
	"(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).ApplyURI": {0},
	"github.com/gocql/gocql.NewCluster":                                      {0},
	"github.com/go-zookeeper/zk.Connect":                                     {0},
	"github.com/streadway/amqp.Dial":                                         {0},
	"github.com/streadway/amqp.DialConfig":                                   {0},
	"github.com/IBM/sarama.NewClient":                                        {0},
	"github.com/IBM/sarama.NewConsumer":                                      {0},
	"github.com/IBM/sarama.NewConsumerGroup":                                 {0},
	"github.com/IBM/sarama.NewSyncProducer":                                  {0},
	"github.com/IBM/sarama.NewAsyncProducer":                                 {0},
	"github.com/twmb/franz-go/pkg/kgo.SeedBrokers":                           {0},
	"github.com/segmentio/kafka-go.TCP":                                      {0},
	"github.com/segmentio/kafka-go.Dial":                                     {1},
	"github.com/segmentio/kafka-go.DialContext":                              {2},
	"(*github.com/gorilla/websocket.Dialer).Dial":                            {0},
	"(*github.com/gorilla/websocket.Dialer).DialContext":                     {1},
}

// DialFields hold the address, or addresses, that a client connects to.
var DialFields = map[string]bool{
	"github.com/redis/go-redis/v9.Options.Addr":               true,
	"github.com/redis/go-redis/v9.UniversalOptions.Addrs":     true,
	"github.com/redis/go-redis/v9.ClusterOptions.Addrs":       true,
	"github.com/go-redis/redis/v8.Options.Addr":               true,
	"github.com/go-redis/redis/v8.UniversalOptions.Addrs":     true,
	"github.com/go-redis/redis/v8.ClusterOptions.Addrs":       true,
	"github.com/redis/rueidis.ClientOption.InitAddress":       true,
	"github.com/hibiken/asynq.RedisClientOpt.Addr":            true,
	"github.com/segmentio/kafka-go.ReaderConfig.Brokers":      true,
	"github.com/segmentio/kafka-go.WriterConfig.Brokers":      true,
	"github.com/go-sql-driver/mysql.Config.Addr":              true,
	"github.com/elastic/go-elasticsearch/v8.Config.Addresses": true,
	"go.etcd.io/etcd/client/v3.Config.Endpoints":              true,
}

// Listens wait for connections on the address in argument Arg.
var Listens = map[string]struct{ Arg int }{
	"net.Listen":                                                      {1},
	"net.ListenPacket":                                                {1},
	"(*net.ListenConfig).Listen":                                      {2},
	"net/http.ListenAndServe":                                         {0},
	"net/http.ListenAndServeTLS":                                      {0},
	"crypto/tls.Listen":                                               {1},
	"github.com/soheilhy/cmux.New":                                    {0},
	"(*github.com/gin-gonic/gin.Engine).Run":                          {0},
	"(*github.com/gin-gonic/gin.Engine).RunTLS":                       {0},
	"(*github.com/urfave/negroni.Negroni).Run":                        {0},
	"(*gopkg.in/macaron.v1.Macaron).Run":                              {0},
	"github.com/valyala/fasthttp.ListenAndServe":                      {0},
	"(*github.com/labstack/echo/v4.Echo).Start":                       {0},
	"(*github.com/gofiber/fiber/v2.App).Listen":                       {0},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.New":            {0},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Listen":         {2},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.ListenAndServe": {0},
}

// Sockets make listeners on a socket of the file system, whatever their arguments.
var Sockets = map[string]bool{
	"net.ListenUnix": true,
	"github.com/Microsoft/go-winio.ListenPipe":                       true,
	"github.com/docker/go-connections/sockets.NewUnixSocket":         true,
	"github.com/docker/go-connections/sockets.NewUnixSocketWithOpts": true,
}

// ListenFields hold the address that a server listens on.
var ListenFields = map[string]bool{
	"net/http.Server.Addr":                                      true,
	"github.com/nats-io/nats-server/v2/server.Options.Host":     true,
	"github.com/nats-io/nats-server/v2/server.ClusterOpts.Host": true,
}

// Notes only write the address in argument Arg down, for readers or for peers.
var Notes = map[string]struct{ Arg int }{
	"(net/http.Header).Set": {1},
	"(net/http.Header).Add": {1},
}

// NoteTypes are types of text that is only written down.
var NoteTypes = map[string]bool{
	"github.com/prometheus/common/model.LabelValue": true,
}

// Loopbacks return the address by which a machine reaches itself.
var Loopbacks = map[string]bool{"net/netip.IPv6Loopback": true}

// Passes return an address made out of their arguments.
var Passes = map[string]bool{
	"fmt.Sprintf":                 true,
	"fmt.Sprint":                  true,
	"net.JoinHostPort":            true,
	"net/url.Parse":               true,
	"net/url.ParseRequestURI":     true,
	"net/url.JoinPath":            true,
	"strings.TrimSpace":           true,
	"strings.TrimSuffix":          true,
	"strings.TrimPrefix":          true,
	"strings.TrimRight":           true,
	"strings.Split":               true,
	"strings.Join":                true,
	"strings.ToLower":             true,
	"path.Join":                   true,
	"cmp.Or":                      true,
	"(*net/url.URL).String":       true,
	"net/netip.AddrPortFrom":      true,
	"net/netip.MustParseAddr":     true,
	"(net/netip.Addr).String":     true,
	"(net/netip.AddrPort).String": true,
	"(*net/url.URL).JoinPath":     true,
	"(*net/url.URL).Hostname":     true,
}

// Builds make an address that begins with argument 0, or with what it formats.
var Builds = map[string]bool{
	"fmt.Sprintf":      true,
	"fmt.Sprint":       true,
	"net.JoinHostPort": true,
}

// Serves are calls by which a program serves or waits to be stopped: a program that has one
// is not interactive.
var Serves = map[string]bool{
	"net/http.ListenAndServe":                                         true,
	"net/http.ListenAndServeTLS":                                      true,
	"net/http.Serve":                                                  true,
	"(*net/http.Server).ListenAndServe":                               true,
	"(*net/http.Server).ListenAndServeTLS":                            true,
	"(*net/http.Server).Serve":                                        true,
	"(*net/http.Server).ServeTLS":                                     true,
	"(*google.golang.org/grpc.Server).Serve":                          true,
	"(*github.com/gin-gonic/gin.Engine).Run":                          true,
	"(*github.com/urfave/negroni.Negroni).Run":                        true,
	"(*gopkg.in/macaron.v1.Macaron).Run":                              true,
	"github.com/valyala/fasthttp.ListenAndServe":                      true,
	"(*github.com/labstack/echo/v4.Echo).Start":                       true,
	"(*github.com/gofiber/fiber/v2.App).Listen":                       true,
	"(*github.com/oklog/run.Group).Run":                               true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.ListenAndServe": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Serve":          true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Main":           true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).Run":  true,
}

// An UnlimitedDial connects, or waits for what the peer says first, without a limit.
type UnlimitedDial struct {
	Addr   int    // the argument that is the address, -1 for none
	Why    string // for the message
	Kernel bool   // it only connects, which the kernel limits
	Twin   bool   // it has a variant that takes a context
}

// UnlimitedDials are those that the standard library and others make.
var UnlimitedDials = map[string]UnlimitedDial{
	"net.Dial":                                     {Addr: 1, Why: "nothing limits the connection", Kernel: true, Twin: true},
	"net/rpc.Dial":                                 {Addr: 1, Why: "nothing limits the connection", Kernel: true},
	"net/rpc/jsonrpc.Dial":                         {Addr: 1, Why: "nothing limits the connection", Kernel: true},
	"net/rpc.DialHTTP":                             {Addr: 1, Why: "nothing limits the response"},
	"net/textproto.Dial":                           {Addr: 1, Why: "nothing limits the connection", Kernel: true},
	"crypto/tls.Dial":                              {Addr: 1, Why: "nothing limits the handshake"},
	"net/smtp.Dial":                                {Addr: 0, Why: "package net/smtp sets no deadline"},
	"net/smtp.SendMail":                            {Addr: 0, Why: "package net/smtp sets no deadline"},
	"golang.org/x/crypto/ssh.Dial":                 {Addr: 1, Why: "the Timeout of its configuration ends before the handshake"},
	"(*gopkg.in/gomail.v2.Dialer).DialAndSend":     {Addr: -1, Why: "package gomail sets no deadline"},
	"(*github.com/jordan-wright/email.Email).Send": {Addr: 0, Why: "package email sets no deadline"},
	"(*github.com/jordan-wright/email.Email).SendWithTLS":      {Addr: 0, Why: "package email sets no deadline"},
	"(*github.com/jordan-wright/email.Email).SendWithStartTLS": {Addr: 0, Why: "package email sets no deadline"},
	"(*gopkg.in/gomail.v2.Dialer).Dial":                        {Addr: -1, Why: "package gomail sets no deadline"},
	"golang.org/x/net/websocket.Dial":                          {Addr: 0, Why: "package websocket sets no deadline"},
}

// A DialerLimit is the field of a dialer that limits what its method does. Context is the argument that
// does so as well, -1 for none.
type DialerLimit struct {
	Field   string
	Context int
	Dial    UnlimitedDial
}

// DialerLimits are the methods of dialers whose zero value has no limit.
var DialerLimits = map[string]DialerLimit{
	"(*github.com/gorilla/websocket.Dialer).Dial":        {"HandshakeTimeout", -1, UnlimitedDial{Addr: 0, Why: "HandshakeTimeout of the dialer is zero"}},
	"(*github.com/gorilla/websocket.Dialer).DialContext": {"HandshakeTimeout", 0, UnlimitedDial{Addr: 1, Why: "HandshakeTimeout of the dialer is zero, and the context never ends"}},
}
