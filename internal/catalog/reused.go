package catalog

// A Reused is a value that refers to memory which the library reuses: callers must not retain it. Until says when it is
// reused. Loop is set where that is the next call in a loop; Within is the type of the transaction or request that it
// belongs to, "" otherwise.
type Reused struct {
	Results []int
	Until   string
	Loop    bool
	Within  string
	Setting string // a field of a configuration: what sets it to true decides
	Reuses  bool   // whether the memory is reused when the setting is true, otherwise where it is false
}

const (
	fiber2Ctx = "github.com/gofiber/fiber/v2.Ctx"
	fiber3Ctx = "github.com/gofiber/fiber/v3.Ctx"
)

// ReusedResults are the calls that return such a value.
var ReusedResults = func() map[string]Reused {
	rows := map[string]Reused{
		"(*bufio.Scanner).Bytes":      {Results: []int{0}, Until: "the next call of Scan", Loop: true},
		"(*bufio.Reader).ReadSlice":   {Results: []int{0}, Until: "the next read", Loop: true},
		"(*bufio.Reader).ReadLine":    {Results: []int{0}, Until: "the next read", Loop: true},
		"(*bufio.Reader).Peek":        {Results: []int{0}, Until: "the next read", Loop: true},
		"(*encoding/csv.Reader).Read": {Results: []int{0}, Until: "the next call of Read", Loop: true, Setting: "ReuseRecord", Reuses: true},
	}
	for recv, within := range map[string]string{"(*" + fiber2Ctx + ")": fiber2Ctx, "(" + fiber3Ctx + ")": fiber3Ctx} {
		for name := range words("Params Get Body BodyRaw Query Cookies FormValue Path OriginalURL Hostname BaseURL") {
			rows[recv+"."+name] = Reused{Results: []int{0}, Until: "the handler returns", Within: within, Setting: "Immutable"}
		}
	}
	for name := range words("PostBody Path Host RequestURI UserAgent Referer FormValue") {
		rows["(*github.com/valyala/fasthttp.RequestCtx)."+name] = Reused{Results: []int{0}, Until: "the handler returns", Within: "github.com/valyala/fasthttp.RequestCtx"}
	}
	for _, pkg := range bolts {
		reused := func(results ...int) Reused {
			return Reused{Results: results, Until: "the transaction ends", Within: pkg + ".Tx"}
		}
		rows["(*"+pkg+".Bucket).Get"] = reused(0)
		for name := range words("First Last Next Prev Seek") {
			rows["(*"+pkg+".Cursor)."+name] = reused(0, 1)
		}
	}
	for _, pkg := range badgers {
		rows["(*"+pkg+".Item).Key"] = Reused{Results: []int{0}, Until: "the iterator moves on or the transaction ends", Within: pkg + ".Txn"}
	}
	return rows
}()

var (
	bolts   = []string{"go.etcd.io/bbolt", "github.com/boltdb/bolt"}
	badgers = []string{"github.com/dgraph-io/badger/v2", "github.com/dgraph-io/badger/v3", "github.com/dgraph-io/badger/v4"}
)

// ReusedParams are the calls that pass such values to a function, as its parameters.
var ReusedParams = func() map[string]Reused {
	rows := make(map[string]Reused)
	for _, pkg := range bolts {
		rows["(*"+pkg+".Bucket).ForEach"] = Reused{Results: []int{0, 1}, Until: "the transaction ends", Within: pkg + ".Tx"}
	}
	for _, pkg := range badgers {
		rows["(*"+pkg+".Item).Value"] = Reused{Results: []int{0}, Until: "the transaction ends", Within: pkg + ".Txn"}
	}
	return rows
}()

// NotRetained are methods of interfaces whose implementations must not keep a parameter of bytes: by name, with the
// signature.
var NotRetained = map[string]struct{ Signature, Until string }{
	"Write": {"func([]byte) (int, error)", "Write returns"},
}

// SharesText are calls whose result may refer to the memory of their first argument.
var SharesText = words(`strings.TrimSpace strings.Trim strings.TrimLeft strings.TrimRight strings.TrimPrefix strings.TrimSuffix
	strings.Split strings.SplitN strings.Fields strings.ToLower strings.ToUpper strings.ToValidUTF8`)

// SharedStores are methods that keep what they are passed, for all goroutines.
var SharedStores = words("(*sync.Map).Store (*sync.Map).LoadOrStore (*sync.Map).Swap (*sync/atomic.Value).Store")
