package catalog

// HTTPClientCalls are the functions of net/http that go through
// http.DefaultClient.
var HTTPClientCalls = map[string]bool{
	"net/http.Get":      true,
	"net/http.Head":     true,
	"net/http.Post":     true,
	"net/http.PostForm": true,
}

// SharedDefaults are variables that hold an object for all users of their package, with the
// functions that use it.
var SharedDefaults = map[string]map[string]bool{
	"github.com/gorilla/websocket.DefaultDialer": nil,
	"net.DefaultResolver":                        nil,
	"net/http.DefaultClient":                     HTTPClientCalls,
}

// HTTPClientMethods make a request without a context.
var HTTPClientMethods = map[string]bool{
	"(*net/http.Client).Get":      true,
	"(*net/http.Client).Head":     true,
	"(*net/http.Client).Post":     true,
	"(*net/http.Client).PostForm": true,
}

// RequestLimits are fields, of the options of a library, that limit each of its requests.
var RequestLimits = words("Timeout RequestTimeout ResponseTimeout HTTPTimeout ClientTimeout CallTimeout")

// HTTPRequests make a request to be sent; Context is the argument that limits
// it, -1 for none.
var HTTPRequests = map[string]struct{ Context int }{
	"net/http.NewRequest":             {-1},
	"net/http.NewRequestWithContext":  {0},
	"(*net/http.Request).WithContext": {0},
	"(*net/http.Request).Clone":       {0},
}

// TransparentTransports wrap the http.RoundTripper given as argument Arg and add
// no limit of their own.
var TransparentTransports = map[string]struct{ Arg int }{
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport":             {0},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperInFlight": {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperCounter":  {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperDuration": {1},
	"github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperTrace":    {1},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.PropagateRequestID":                    {0},
}

// TransparentTransportTypes are struct types that pass requests on to the
// http.RoundTripper in field Base and add no limit of their own.
var TransparentTransportTypes = map[string]struct{ Base string }{
	"golang.org/x/oauth2.Transport":            {"Base"},
	"github.com/gregjones/httpcache.Transport": {"Transport"},
}

// ConnectsBy are the fields of an http.Transport that say how it connects, and how long it keeps
// connections.
var ConnectsBy = map[string]bool{
	"Proxy":             true,
	"Dial":              true,
	"DialContext":       true,
	"DialTLS":           true,
	"DialTLSContext":    true,
	"IdleConnTimeout":   true,
	"DisableKeepAlives": true,
}

// UnlimitedClients return an http.Client without a Timeout.
var UnlimitedClients = map[string]bool{
	"golang.org/x/oauth2.NewClient":                          true,
	"(*golang.org/x/oauth2.Config).Client":                   true,
	"(*golang.org/x/oauth2/clientcredentials.Config).Client": true,
	"github.com/hashicorp/go-cleanhttp.DefaultClient":        true,
	"github.com/hashicorp/go-cleanhttp.DefaultPooledClient":  true,
}

// ContextClients send requests with the client that the context given as argument carries, with
// http.DefaultClient where it carries none.
var ContextClients = map[string]struct{ Context int }{
	"(*golang.org/x/oauth2.Config).Exchange":                 {0},
	"(*golang.org/x/oauth2.Config).PasswordCredentialsToken": {0},
	"(*golang.org/x/oauth2.Config).DeviceAuth":               {0},
	"(*golang.org/x/oauth2/clientcredentials.Config).Token":  {0},
	"github.com/coreos/go-oidc/v3/oidc.NewProvider":          {0},
	"(*github.com/coreos/go-oidc/v3/oidc.Provider).UserInfo": {0},
}

// ClientCarriers make a context that carries an http.Client, argument Client, of argument 0.
var ClientCarriers = map[string]struct{ Client int }{
	"context.WithValue": {2},
	"github.com/coreos/go-oidc/v3/oidc.ClientContext": {1},
}

// Timers begin something that ends by time. A RoundTripper that calls one may
// limit its requests itself.
var Timers = map[string]bool{
	"context.WithTimeout":       true,
	"context.WithTimeoutCause":  true,
	"context.WithDeadline":      true,
	"context.WithDeadlineCause": true,
	"time.AfterFunc":            true,
	"time.NewTimer":             true,
	"time.After":                true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Detach": true,
}

// RequestMethods are the functions that make requests, with the argument that is the method.
var RequestMethods = map[string]int{"net/http.NewRequest": 0, "net/http.NewRequestWithContext": 1}

// CopiesRequest are the methods that copy a request, and share its body.
var CopiesRequest = map[string]bool{
	"(*net/http.Request).Clone":       true,
	"(*net/http.Request).WithContext": true,
}

// ChangingMethods are those of requests that change something.
var ChangingMethods = map[string]bool{"POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// SendsRequest are functions that return the response to a request, whatever its status is.
var SendsRequest = words(`net/http.Get net/http.Post net/http.PostForm net/http.Head
	(*net/http.Client).Do (*net/http.Client).Get (*net/http.Client).Post (*net/http.Client).PostForm (*net/http.Client).Head
	(*github.com/hashicorp/go-retryablehttp.Client).Do (*github.com/hashicorp/go-retryablehttp.Client).Get
	golang.org/x/net/context/ctxhttp.Do golang.org/x/net/context/ctxhttp.Get golang.org/x/net/context/ctxhttp.Post`)

// AsksOnly are those of them that change nothing where the server respects the method.
var AsksOnly = words("net/http.Get net/http.Head (*net/http.Client).Get (*net/http.Client).Head (*github.com/hashicorp/go-retryablehttp.Client).Get golang.org/x/net/context/ctxhttp.Get")

// LimitsReader are functions whose result reads a part of their argument.
var LimitsReader = words("io.LimitReader net/http.MaxBytesReader bufio.NewReader bufio.NewReaderSize")

// Searches are functions that look for something in bytes or a text.
var Searches = words("bytes.Contains bytes.Equal bytes.HasPrefix bytes.HasSuffix bytes.Index strings.Contains strings.HasPrefix strings.HasSuffix strings.Index strings.EqualFold (*regexp.Regexp).Match (*regexp.Regexp).MatchString (*regexp.Regexp).FindSubmatch (*regexp.Regexp).FindStringSubmatch")

// OutcomeWords are in the names of fields that say how a request has ended.
var OutcomeWords = words("error errors err errs errmsg errcode errno fault code status state success successful succeeded ok message msg detail reason result ret retcode")
