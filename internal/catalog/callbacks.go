package catalog

// A Callback is a function that a client library runs in the goroutine which reads from the connection, or delivers
// messages in order: nothing else arrives until it has returned.
type Callback struct {
	Arg    int    // of the function
	Option string // the setting that gives each call a goroutine of its own, where it is false
}

const pahoOrder = "(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetOrderMatters"

// Callbacks are the calls that register one. The receiver does not count as an argument.
var Callbacks = map[string]Callback{
	"(github.com/eclipse/paho.mqtt.golang.Client).Subscribe":                        {2, pahoOrder},
	"(github.com/eclipse/paho.mqtt.golang.Client).SubscribeMultiple":                {1, pahoOrder},
	"(github.com/eclipse/paho.mqtt.golang.Client).AddRoute":                         {1, pahoOrder},
	"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetDefaultPublishHandler": {0, pahoOrder},
}

// Acknowledgements are calls that wait for an answer of the other side, and those that send what is answered, with the
// argument that says that nothing is, where it is the constant 0; -1 where there is none.
var Acknowledgements = struct {
	Waits map[string]bool
	Sends map[string]int
}{
	Waits: words("(github.com/eclipse/paho.mqtt.golang.Token).Wait"),
	Sends: map[string]int{
		"(github.com/eclipse/paho.mqtt.golang.Client).Publish":           1,
		"(github.com/eclipse/paho.mqtt.golang.Client).Subscribe":         -1,
		"(github.com/eclipse/paho.mqtt.golang.Client).SubscribeMultiple": -1,
		"(github.com/eclipse/paho.mqtt.golang.Client).Unsubscribe":       -1,
	},
}
