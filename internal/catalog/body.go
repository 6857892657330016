package catalog

// StreamReaders read what they are given piece by piece.
var StreamReaders = map[string]bool{
	"bufio.NewScanner":    true,
	"bufio.NewReader":     true,
	"bufio.NewReaderSize": true,
}

// Copies read all there is into their first argument, which a download takes its time for.
var Copies = map[string]bool{
	"io.Copy":       true,
	"io.CopyBuffer": true,
	"io.CopyN":      true,
}

// Unpacks read an archive, which is what a download is.
var Unpacks = map[string]bool{
	"archive/tar.NewReader":    true,
	"compress/gzip.NewReader":  true,
	"compress/bzip2.NewReader": true,
}

// PassesOn read on from what they are passed, or send it elsewhere.
var PassesOn = map[string]bool{
	"io.TeeReader":                   true,
	"net/http.NewRequest":            true,
	"net/http.NewRequestWithContext": true,
}

// InMemoryWriters are writers, and types of such, that keep, digest or drop what is
// copied to them.
var InMemoryWriters = map[string]bool{
	"io.Discard":        true,
	"io/ioutil.Discard": true,
	"bytes.Buffer":      true,
	"strings.Builder":   true,
	"hash.Hash":         true,
}

// ReadsBody are functions that read a body to its end, or make a request that does when it is sent, with
// the argument that is the body.
var ReadsBody = map[string]int{
	"net/http.NewRequest":            2,
	"net/http.NewRequestWithContext": 3,
	"net/http.Post":                  2,
	"(*net/http.Client).Post":        2,
}

// BodyReaders read from what they are passed, which stays as it is.
var BodyReaders = map[string]bool{
	"bytes.NewReader":       true,
	"bytes.NewBuffer":       true,
	"bytes.NewBufferString": true,
	"strings.NewReader":     true,
}

// ReadsPart read a part of a stream, and leave the rest.
var ReadsPart = words("io.LimitReader io.CopyN io.ReadFull io.ReadAtLeast")

// ReadsAll read their argument to the end into memory, or as much of it as one value takes.
var ReadsAll = map[string]int{
	"io.ReadAll":               0,
	"io/ioutil.ReadAll":        0,
	"(*bytes.Buffer).ReadFrom": 0,
	"encoding/gob.NewDecoder":  0,
	"encoding/json.NewDecoder": 0,
	"encoding/xml.NewDecoder":  0,
}

// BodyLimits limit what is read of a request.
var BodyLimits = map[string]bool{
	"net/http.MaxBytesReader": true,
	"io.LimitReader":          true,
	"io.CopyN":                true,
}

// BodyLimitMiddleware limits what handlers read.
var BodyLimitMiddleware = map[string]bool{
	"net/http.MaxBytesHandler":                         true,
	"github.com/labstack/echo/v4/middleware.BodyLimit": true,
	"github.com/go-chi/chi/v5/middleware.RequestSize":  true,
}

// Decompressors make a reader of the decompressed bytes of argument 0, which may be a thousand times as many.
var Decompressors = map[string]bool{
	"compress/bzip2.NewReader":                      true,
	"compress/flate.NewReader":                      true,
	"compress/gzip.NewReader":                       true,
	"compress/zlib.NewReader":                       true,
	"github.com/andybalholm/brotli.NewReader":       true,
	"github.com/golang/snappy.NewReader":            true,
	"github.com/klauspost/compress/flate.NewReader": true,
	"github.com/klauspost/compress/gzip.NewReader":  true,
	"github.com/klauspost/compress/zlib.NewReader":  true,
	"github.com/klauspost/compress/zstd.NewReader":  true,
	"github.com/klauspost/pgzip.NewReader":          true,
	"github.com/pierrec/lz4/v4.NewReader":           true,
}

// ValueDecoders are those of [ReadsAll] that keep one value at a time.
var ValueDecoders = map[string]bool{
	"encoding/gob.NewDecoder":  true,
	"encoding/json.NewDecoder": true,
	"encoding/xml.NewDecoder":  true,
}

// RequestAddress are the calls that send a request, or make one, with the argument that is its address.
var RequestAddress = map[string]int{
	"net/http.Get":                   0,
	"(*net/http.Client).Get":         1,
	"net/http.NewRequest":            1,
	"net/http.NewRequestWithContext": 2,
}

// RequestValues return a part of a request that its sender chooses.
var RequestValues = map[string]bool{
	"(*net/http.Request).FormValue":                true,
	"(*net/http.Request).PostFormValue":            true,
	"(*net/http.Request).PathValue":                true,
	"(net/url.Values).Get":                         true,
	"(*github.com/gin-gonic/gin.Context).Query":    true,
	"(*github.com/gin-gonic/gin.Context).PostForm": true,
}

// FetchWords are words of functions that get what others offer.
var FetchWords = words("download crawl scrape unfurl mirror avatar favicon thumbnail preview torrent feed artwork enclosure webhook")

// OffersWords are words of variables for the address of what others offer.
var OffersWords = words("feed avatar favicon thumbnail enclosure torrent artwork")

// SettingWords are words of types that keep the settings of a program.
var SettingWords = words("config configuration conf cfg options option opts settings params parameters args flags client server service backend upstream endpoint node peer instance provider registry")

// Upgrades make connections of clients on which a message may be of any size.
var Upgrades = map[string]bool{
	"(*github.com/gorilla/websocket.Upgrader).Upgrade":          true,
	"(*github.com/fasthttp/websocket.FastHTTPUpgrader).Upgrade": true,
}

// MessageReads read a message of such a connection as a whole.
var MessageReads = map[string]bool{
	"(*github.com/gorilla/websocket.Conn).ReadMessage":  true,
	"(*github.com/gorilla/websocket.Conn).ReadJSON":     true,
	"(*github.com/fasthttp/websocket.Conn).ReadMessage": true,
	"(*github.com/fasthttp/websocket.Conn).ReadJSON":    true,
}

// MessageLimits limit the messages of a connection.
var MessageLimits = map[string]bool{
	"(*github.com/gorilla/websocket.Conn).SetReadLimit":  true,
	"(*github.com/fasthttp/websocket.Conn).SetReadLimit": true,
}

// ReadsForms read the body of a request, as fast as its client sends it.
var ReadsForms = map[string]bool{
	"(*net/http.Request).FormFile":                        true,
	"(*net/http.Request).ParseMultipartForm":              true,
	"(*github.com/gin-gonic/gin.Context).FormFile":        true,
	"(*github.com/gin-gonic/gin.Context).MultipartForm":   true,
	"(github.com/labstack/echo/v4.Context).FormFile":      true,
	"(github.com/labstack/echo/v4.Context).MultipartForm": true,
}
