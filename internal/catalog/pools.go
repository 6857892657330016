package catalog

// PoolPuts give a value to a pool, which may hand it to another goroutine: the index of the value in the
// call's arguments, the receiver included.
var PoolPuts = map[string]int{
	"(*sync.Pool).Put": 1,
	"(*github.com/valyala/bytebufferpool.Pool).Put":             1,
	"github.com/valyala/bytebufferpool.Put":                     0,
	"github.com/valyala/fasthttp.ReleaseRequest":                0,
	"github.com/valyala/fasthttp.ReleaseResponse":               0,
	"github.com/valyala/fasthttp.ReleaseURI":                    0,
	"github.com/valyala/fasthttp.ReleaseArgs":                   0,
	"github.com/valyala/fasthttp.ReleaseCookie":                 0,
	"(github.com/json-iterator/go.StreamPool).ReturnStream":     1,
	"(*go.uber.org/zap/buffer.Buffer).Free":                     0,
	"(github.com/json-iterator/go.IteratorPool).ReturnIterator": 1,
}

// SharesMemory are calls whose result refers to the memory of an argument: its index, the receiver
// included.
var SharesMemory = map[string]int{
	"(*bytes.Buffer).Bytes":           0,
	"(*bytes.Buffer).Next":            0,
	"(*bytes.Buffer).AvailableBuffer": 0,
	"(*bufio.Reader).Peek":            0,
	"(*bufio.Scanner).Bytes":          0,
	"bytes.NewReader":                 0,
	"bytes.NewBuffer":                 0,
	"bytes.TrimSpace":                 0,
	"bytes.TrimSuffix":                0,
	"bytes.TrimPrefix":                0,
	"bytes.TrimRight":                 0,
	"bytes.TrimLeft":                  0,
	"bytes.Trim":                      0,
	"bytes.Fields":                    0,
	"bytes.Split":                     0,
	"io.NopCloser":                    0,
	"(*github.com/valyala/bytebufferpool.ByteBuffer).Bytes": 0,
	"(*github.com/valyala/fasthttp.Request).Body":           0,
	"(*github.com/valyala/fasthttp.Response).Body":          0,
	"(*github.com/valyala/fasthttp.RequestHeader).Peek":     0,
	"(*github.com/valyala/fasthttp.ResponseHeader).Peek":    0,
	"(*github.com/json-iterator/go.Stream).Buffer":          0,
	"(*go.uber.org/zap/buffer.Buffer).Bytes":                0,
}

// Grows are types of values that keep what is written to them until they are reset.
var Grows = words("bytes.Buffer strings.Builder bufio.Writer compress/gzip.Writer compress/flate.Writer compress/zlib.Writer github.com/valyala/bytebufferpool.ByteBuffer")

// Empties are names of methods and functions after which such a value holds nothing of what it did.
var Empties = words("Reset Truncate WriteTo ReadAll Next")
