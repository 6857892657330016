package catalog

// A Background is a value that sends in the background what it is given, and loses what it has not sent yet unless
// one of Ends is called: where it is made as a literal that sets Field to true.
type Background struct {
	Field string
	Ends  map[string]bool
}

// SendsLater are types of which a literal makes such a value, and the configurations that make a function return one.
var SendsLater = map[string]Background{
	"github.com/segmentio/kafka-go.Writer":       {Field: "Async", Ends: words("Close")},
	"github.com/segmentio/kafka-go.WriterConfig": {Field: "Async", Ends: words("Close")},
}

// SendsLaterBy are the functions that return such a value for a configuration, their first argument.
var SendsLaterBy = map[string]bool{"github.com/segmentio/kafka-go.NewWriter": true}
