package catalog

// An EndlessDial connects, and waits for responses without a limit. Hangs is the
// consequence. Arguments from Options on are options; Option is the one that sets a limit
// for reading, "" where there is none, and Setter a method of the result that does. Limits are
// calls, anywhere, that set one. Waits are
// functions, and names of commands, that wait for messages by design.
type EndlessDial struct {
	Hangs   string
	Options int
	Option  string
	Setter  string
	Limits  []string
	Waits   map[string]bool
}

// EndlessDials connect by other protocols than HTTP, or make clients with an http.Client of
// their own.
var EndlessDials = map[string]EndlessDial{
	"github.com/gomodule/redigo/redis.Dial":    redigo("github.com/gomodule/redigo/redis", 2),
	"github.com/gomodule/redigo/redis.DialURL": redigo("github.com/gomodule/redigo/redis", 1),
	"github.com/garyburd/redigo/redis.Dial":    redigo("github.com/garyburd/redigo/redis", 2),
	"github.com/garyburd/redigo/redis.DialURL": redigo("github.com/garyburd/redigo/redis", 1),
	"github.com/go-resty/resty/v2.New": {
		Hangs:  "a request never returns when the server accepts and does not respond",
		Setter: "SetTimeout",
		Limits: []string{"(*github.com/go-resty/resty/v2.Client).SetTimeout", "(*github.com/go-resty/resty/v2.Request).SetContext"},
	},
}

func redigo(pkg string, options int) EndlessDial {
	return EndlessDial{
		Hangs:   "a command never returns when Redis accepts and does not respond",
		Options: options,
		Option:  pkg + ".DialReadTimeout",
		Limits:  []string{pkg + ".DialReadTimeout", pkg + ".DialTimeout", pkg + ".DoWithTimeout", pkg + ".ReceiveWithTimeout", pkg + ".DoContext"},
		Waits: map[string]bool{
			"BLPOP": true, "BRPOP": true, "BRPOPLPUSH": true, "SUBSCRIBE": true, "PSUBSCRIBE": true, "MONITOR": true,
			"(" + pkg + ".PubSubConn).Receive": true, "(" + pkg + ".PubSubConn).Subscribe": true,
		},
	}
}
