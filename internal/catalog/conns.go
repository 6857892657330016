package catalog

import "slices"

// A ConnOp is a call that reads from a connection, or writes to one, and blocks as long as the
// other side does not answer or does not read. Conn is the argument with the connection, -1 for
// the receiver. Context is the argument whose end ends the call, -1 for none. A handshake does
// both, before the peer has said who it is.
type ConnOp struct {
	Conn, Context    int
	Write, Handshake bool
	// Person says that the handshake waits for a password as well, which a person may type.
	Person bool
}

var (
	connWrite    = ConnOp{Conn: -1, Context: -1, Write: true}
	connRead     = ConnOp{Conn: -1, Context: -1}
	contextWrite = ConnOp{Conn: -1, Context: 0, Write: true}
	helperWrite  = ConnOp{Conn: 0, Context: -1, Write: true}
	helperRead   = ConnOp{Conn: 0, Context: -1}
	handshake    = ConnOp{Conn: 0, Context: -1, Handshake: true}
)

// ConnOps are the calls.
var ConnOps = map[string]ConnOp{
	"(*github.com/gorilla/websocket.Conn).WriteMessage":         connWrite,
	"(*github.com/gorilla/websocket.Conn).WriteJSON":            connWrite,
	"(*github.com/gorilla/websocket.Conn).WritePreparedMessage": connWrite,
	"(*github.com/gorilla/websocket.Conn).ReadMessage":          connRead,
	"(*github.com/gorilla/websocket.Conn).ReadJSON":             connRead,
	"(*github.com/gorilla/websocket.Conn).NextReader":           connRead,
	"(*github.com/coder/websocket.Conn).Write":                  contextWrite,
	"(*nhooyr.io/websocket.Conn).Write":                         contextWrite, // its name before
	"(*github.com/coder/websocket.Conn).Writer":                 contextWrite,
	"(*nhooyr.io/websocket.Conn).Writer":                        contextWrite,
	"github.com/coder/websocket/wsjson.Write":                   {Conn: 1, Context: 0, Write: true},
	"nhooyr.io/websocket/wsjson.Write":                          {Conn: 1, Context: 0, Write: true},
	"(golang.org/x/net/websocket.Codec).Send":                   helperWrite,
	"(golang.org/x/net/websocket.Codec).Receive":                helperRead,
	"(*golang.org/x/net/websocket.Conn).Write":                  connWrite,
	"(*golang.org/x/net/websocket.Conn).Read":                   connRead,
	"(net.Conn).Write":                                          connWrite,
	"(net.Conn).Read":                                           connRead,
	"(*net.conn).Write":                                         connWrite,
	"(*net.conn).Read":                                          connRead,
	"(*crypto/tls.Conn).Write":                                  connWrite,
	"(*crypto/tls.Conn).Read":                                   connRead,
	"fmt.Fprintf":                                               helperWrite,
	"fmt.Fprintln":                                              helperWrite,
	"fmt.Fprint":                                                helperWrite,
	"io.WriteString":                                            helperWrite,
	"io.ReadFull":                                               helperRead,
	"encoding/binary.Read":                                      helperRead,
	"net/http.ReadRequest":                                      helperRead,

	"(*crypto/tls.Conn).Handshake":          {Conn: -1, Context: -1, Handshake: true},
	"(*crypto/tls.Conn).HandshakeContext":   {Conn: -1, Context: 0, Handshake: true},
	"golang.org/x/crypto/ssh.NewClientConn": handshake,
	"golang.org/x/crypto/ssh.NewServerConn": {Conn: 0, Context: -1, Handshake: true, Person: true},
}

// TakenOver are the contexts of requests: a server sets no deadline on them, nor ends them when a client is gone
// whose connection was taken over.
var TakenOver = words("(*net/http.Request).Context")

// ConnContexts derive a context from argument 0 that ends with a connection.
var ConnContexts = words("(*github.com/coder/websocket.Conn).CloseRead (*nhooyr.io/websocket.Conn).CloseRead")

// ConnWraps make a connection of the one that is argument 0, and a deadline of either is one of
// both.
var ConnWraps = map[string]bool{
	"crypto/tls.Client": true,
	"crypto/tls.Server": true,
}

// Tunnels make connections through another one, on which no deadline can be set: the methods
// return an error.
var Tunnels = map[string]bool{
	"(*golang.org/x/crypto/ssh.Client).Dial":        true,
	"(*golang.org/x/crypto/ssh.Client).DialContext": true,
	"(*golang.org/x/crypto/ssh.Client).DialTCP":     true,
}

// ReaderWraps make something that reads from argument 0 when it is asked to.
var ReaderWraps = map[string]bool{
	"bufio.NewReader":          true,
	"bufio.NewReaderSize":      true,
	"bufio.NewScanner":         true,
	"io.LimitReader":           true,
	"io.TeeReader":             true,
	"encoding/json.NewDecoder": true,
	"encoding/xml.NewDecoder":  true,
	"encoding/csv.NewReader":   true,
	"encoding/gob.NewDecoder":  true,
	"net/textproto.NewReader":  true,
}

// ReaderMethods read from what such a reader is made of.
var ReaderMethods = map[string]bool{
	"(*bufio.Reader).Read":                      true,
	"(*bufio.Reader).ReadSlice":                 true,
	"(*bufio.Reader).Peek":                      true,
	"(*bufio.Reader).ReadByte":                  true,
	"(*bufio.Reader).ReadBytes":                 true,
	"(*bufio.Reader).ReadLine":                  true,
	"(*bufio.Reader).ReadRune":                  true,
	"(*bufio.Reader).ReadString":                true,
	"(*bufio.Scanner).Scan":                     true,
	"(*encoding/json.Decoder).Decode":           true,
	"(*encoding/gob.Decoder).Decode":            true,
	"(*encoding/xml.Decoder).Decode":            true,
	"(*encoding/xml.Decoder).Token":             true,
	"(*encoding/csv.Reader).Read":               true,
	"(*net/textproto.Reader).ReadMIMEHeader":    true,
	"(*net/textproto.Reader).ReadContinuedLine": true,
	"(*net/textproto.Reader).ReadLine":          true,
}

// ConnTypes are the types of connections, each of which has the methods that set a deadline, and
// whether messages go through it: a server often keeps such ones in a package of their own.
var ConnTypes = map[string]struct{ Messages bool }{
	"github.com/gorilla/websocket.Conn": {true},
	"golang.org/x/net/websocket.Conn":   {true},
	"github.com/coder/websocket.Conn":   {true},
	"nhooyr.io/websocket.Conn":          {true},
	"net.Conn":                          {},
	"net.TCPConn":                       {},
	"crypto/tls.Conn":                   {},
}

// Deadlines are the methods of connections that limit what writes, and what reads: both where
// both are set.
var Deadlines = map[string]struct{ Read, Write bool }{
	"SetDeadline":      {Read: true, Write: true},
	"SetReadDeadline":  {Read: true},
	"SetWriteDeadline": {Write: true},
}

// ServerConns are the calls by which a server gets its connections.
var ServerConns = map[string]bool{
	"(net.Listener).Accept":                            true,
	"(*net.TCPListener).Accept":                        true,
	"(*net.TCPListener).AcceptTCP":                     true,
	"(*github.com/gorilla/websocket.Upgrader).Upgrade": true,
	"github.com/coder/websocket.Accept":                true,
	"nhooyr.io/websocket.Accept":                       true,
}

// PlainDials make a connection as a client.
var PlainDials = words(`net.Dial net.DialTimeout net.DialTCP net.DialUnix (*net.Dialer).Dial (*net.Dialer).DialContext
	crypto/tls.Dial crypto/tls.DialWithDialer (*crypto/tls.Dialer).DialContext`)

// ListenNetworks listen on the network in an argument.
var ListenNetworks = map[string]int{"net.Listen": 0, "(*net.ListenConfig).Listen": 1, "net.ListenUnix": 0}

// NamedServing reports whether a function or type serves connections, going by its name.
func NamedServing(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return servingWords[w] })
}

var servingWords = words("serve server handle handler session")

// NamedWrite reports whether a function of another package writes something out, going by its name.
func NamedWrite(name string) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return writingWords[w] })
}

var writingWords = words("write fprint fprintf fprintln encode flush copy")

// AcceptsConn are those of a listener.
var AcceptsConn = words("(net.Listener).Accept (*net.TCPListener).Accept (*net.TCPListener).AcceptTCP (*net.UnixListener).Accept")

// EndsOwn are calls by which a goroutine that accepts connections ends what it works with, and after which
// nothing but a Close of the server continues.
var EndsOwn = words(`(net.Listener).Close (*net.TCPListener).Close (*net.UnixListener).Close (net.Conn).Close (io.Closer).Close
	(*sync.WaitGroup).Done (*sync.Mutex).Unlock (*sync.RWMutex).Unlock`)

// ClientConns are the calls by which a client makes a connection for messages.
var ClientConns = map[string]bool{
	"(*github.com/gorilla/websocket.Dialer).Dial":        true,
	"(*github.com/gorilla/websocket.Dialer).DialContext": true,
	"github.com/coder/websocket.Dial":                    true,
	"nhooyr.io/websocket.Dial":                           true,
	"golang.org/x/net/websocket.Dial":                    true,
}
