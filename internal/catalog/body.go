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
