package catalog

// An Answer is a function that answers a request. Writer is the number of the argument to which it
// writes, -1 for its receiver; Status is that of the status, -1 where it answers with an error or a
// redirect in any case, and -2 where the status is none of its arguments.
type Answer struct{ Writer, Status int }

// Answers are the functions that do.
var Answers = map[string]Answer{
	"net/http.Error":                                          {0, -1},
	"net/http.NotFound":                                       {0, -1},
	"net/http.Redirect":                                       {0, -1},
	"(net/http.ResponseWriter).Write":                         {-1, -2},
	"(net/http.ResponseWriter).WriteHeader":                   {-1, -2},
	"(net/http.Handler).ServeHTTP":                            {0, -2},
	"(net/http.HandlerFunc).ServeHTTP":                        {0, -2},
	"(*net/http.ServeMux).ServeHTTP":                          {0, -2},
	"(*net/http/httputil.ReverseProxy).ServeHTTP":             {0, -2},
	"net/http.ServeContent":                                   {0, -2},
	"net/http.ServeFile":                                      {0, -2},
	"encoding/json.NewEncoder":                                {0, -2},
	"encoding/xml.NewEncoder":                                 {0, -2},
	"io.Copy":                                                 {0, -2},
	"io.WriteString":                                          {0, -2},
	"fmt.Fprint":                                              {0, -2},
	"fmt.Fprintf":                                             {0, -2},
	"fmt.Fprintln":                                            {0, -2},
	"(*html/template.Template).Execute":                       {0, -2},
	"(*html/template.Template).ExecuteTemplate":               {0, -2},
	"(*text/template.Template).Execute":                       {0, -2},
	"(*text/template.Template).ExecuteTemplate":               {0, -2},
	"(*github.com/gin-gonic/gin.Context).AbortWithStatus":     {-1, -1},
	"(*github.com/gin-gonic/gin.Context).AbortWithStatusJSON": {-1, -1},
	"(*github.com/gin-gonic/gin.Context).AbortWithError":      {-1, -1},
	"(*github.com/gin-gonic/gin.Context).JSON":                {-1, 0},
	"(*github.com/gin-gonic/gin.Context).IndentedJSON":        {-1, 0},
	"(*github.com/gin-gonic/gin.Context).PureJSON":            {-1, 0},
	"(*github.com/gin-gonic/gin.Context).String":              {-1, 0},
	"(*github.com/gin-gonic/gin.Context).HTML":                {-1, 0},
	"(*github.com/gin-gonic/gin.Context).XML":                 {-1, 0},
	"(*github.com/gin-gonic/gin.Context).YAML":                {-1, 0},
	"(*github.com/gin-gonic/gin.Context).Data":                {-1, 0},
	"(*github.com/gin-gonic/gin.Context).Redirect":            {-1, 0},
	"(*github.com/gin-gonic/gin.Context).File":                {-1, -2},
	"(github.com/labstack/echo/v4.Context).JSON":              {-1, 0},
	"(github.com/labstack/echo/v4.Context).String":            {-1, 0},
	"(github.com/labstack/echo/v4.Context).HTML":              {-1, 0},
	"(github.com/labstack/echo/v4.Context).XML":               {-1, 0},
	"(github.com/labstack/echo/v4.Context).Blob":              {-1, 0},
	"(github.com/labstack/echo/v4.Context).NoContent":         {-1, 0},
	"(github.com/labstack/echo/v4.Context).Redirect":          {-1, 0},
	"(github.com/labstack/echo/v4.Context).Render":            {-1, 0},
	"(github.com/labstack/echo/v4.Context).File":              {-1, -2},
	"(*github.com/valyala/fasthttp.RequestCtx).Error":         {-1, -1},
	"(*github.com/valyala/fasthttp.RequestCtx).Redirect":      {-1, -1},
	"(*github.com/valyala/fasthttp.RequestCtx).NotFound":      {-1, -1},
	"(*github.com/valyala/fasthttp.RequestCtx).SetBody":       {-1, -2},
	"(*github.com/valyala/fasthttp.RequestCtx).SetBodyString": {-1, -2},
}

// Words of the names of functions that are passed what a handler answers with: those that answer, those
// that answer with an error, and those that only set a header, count or log.
var (
	AnswerWords      = words("write respond response responses render reply answer json abort")
	ErrorAnswerWords = words("error err fail failed failure forbidden unauthorized bad invalid abort problem")
	HeaderWords      = words("header headers cookie cookies session sessions log logs status metric metrics")
)

// AnswersLater are those of [Answers] after which headers may still be set: the library sends the response when the
// handler has returned. So are those that make what writes.
var AnswersLater = words(`(*github.com/valyala/fasthttp.RequestCtx).Error (*github.com/valyala/fasthttp.RequestCtx).Redirect
	(*github.com/valyala/fasthttp.RequestCtx).NotFound (*github.com/valyala/fasthttp.RequestCtx).SetBody
	(*github.com/valyala/fasthttp.RequestCtx).SetBodyString encoding/json.NewEncoder encoding/xml.NewEncoder`)

// Encodes are methods that write to what their encoder is made with.
var Encodes = words("(*encoding/json.Encoder).Encode (*encoding/xml.Encoder).Encode")

// SetsHeader are functions that change the headers which are their receiver.
var SetsHeader = words("(net/http.Header).Set (net/http.Header).Add (net/http.Header).Del")

// SetsResponseHeader are functions that set a header of the response of their receiver.
var SetsResponseHeader = words("(*github.com/gin-gonic/gin.Context).Header")

// SentWriters are types of what handlers write to and which sends that with the headers, as they are then.
var SentWriters = words("net/http.ResponseWriter github.com/gin-gonic/gin.ResponseWriter github.com/labstack/echo/v4.Response")

// ResponseContexts are types of contexts of handlers that write their response.
var ResponseContexts = words("github.com/gin-gonic/gin.Context github.com/labstack/echo/v4.Context")
