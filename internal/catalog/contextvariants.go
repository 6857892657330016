package catalog

// ContextSuffixes end the names of functions that do what the function without the suffix
// does, and take a context before its arguments.
var ContextSuffixes = []string{"Context", "WithContext", "Ctx", "WithCtx"}

// A ContextVariant is how to call a function whose variant with a context has another name.
// Func is source with %s for what is before the dot, "" where a request has to be built
// first; Extra follows the arguments.
type ContextVariant struct{ Name, Func, Extra string }

// ContextVariants are the functions with such a variant.
var ContextVariants = map[string]ContextVariant{
	"(*database/sql.DB).Begin":    {"BeginTx", "%s.BeginTx", "nil"},
	"(*net/http.Client).Get":      {"NewRequestWithContext", "", ""},
	"(*net/http.Client).Head":     {"NewRequestWithContext", "", ""},
	"(*net/http.Client).Post":     {"NewRequestWithContext", "", ""},
	"(*net/http.Client).PostForm": {"NewRequestWithContext", "", ""},
	"net.Dial":                    {"DialContext of a net.Dialer", "(&%s.Dialer{}).DialContext", ""},
	"net.LookupAddr":              {"LookupAddr of a net.Resolver", "%s.DefaultResolver.LookupAddr", ""},
	"net.LookupCNAME":             {"LookupCNAME of a net.Resolver", "%s.DefaultResolver.LookupCNAME", ""},
	"net.LookupHost":              {"LookupHost of a net.Resolver", "%s.DefaultResolver.LookupHost", ""},
	"net.LookupMX":                {"LookupMX of a net.Resolver", "%s.DefaultResolver.LookupMX", ""},
	"net.LookupNS":                {"LookupNS of a net.Resolver", "%s.DefaultResolver.LookupNS", ""},
	"net.LookupTXT":               {"LookupTXT of a net.Resolver", "%s.DefaultResolver.LookupTXT", ""},
}

// SendMethods send the request that they are called on, and ContextSetters give it a
// context and return it.
var (
	SendMethods    = map[string]bool{"Do": true, "Download": true, "Exec": true, "Execute": true, "Send": true, "Scan": true, "Run": true, "Fetch": true}
	ContextSetters = []string{"Context", "WithContext", "SetContext"}
)
