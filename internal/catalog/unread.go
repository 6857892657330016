package catalog

// An Unread is a channel of a value on which a goroutine of its library blocks until the program receives.
type Unread struct {
	Name    string   // of the field, or of the method that returns it
	Blocks  string   // when, and what no longer happens then
	Setting []string // the fields of the configuration that switch it on or off, nil where it is always on
	On      bool     // the default of the setting
	Option  string   // a key of the configuration that switches it off where it is named
	Feeds   *Feed    // the calls after which something is sent, nil where nothing has to be called
}

// A Feed are calls that make a library send on a channel, if their argument Arg is nil.
type Feed struct {
	Call string
	Arg  int
}

// Configs make a configuration with the defaults of its library, by the package of the library.
var Configs = map[string]string{
	"github.com/IBM/sarama":     "github.com/IBM/sarama.NewConfig",
	"github.com/Shopify/sarama": "github.com/Shopify/sarama.NewConfig",
}

var (
	watcherChannels = []Unread{
		{Name: "Errors", Blocks: "at its first error, and sends no more events"},
		{Name: "Events", Blocks: "at its first event"},
	}
	asyncProducerChannels = []Unread{
		{Name: "Errors", Blocks: "when a message fails, and takes no more messages", Setting: []string{"Producer", "Return", "Errors"}, On: true},
		{Name: "Successes", Blocks: "when a message is sent, and takes no more messages", Setting: []string{"Producer", "Return", "Successes"}},
	}
	consumerChannels = []Unread{
		{Name: "Errors", Blocks: "at its first error, and delivers no more messages", Setting: []string{"Consumer", "Return", "Errors"}},
	}
)

func deliveryReports(produce string) []Unread {
	return []Unread{{
		Name: "Events", Blocks: "when its reports of deliveries fill the channel, and Flush waits for them until its timeout",
		Option: "go.delivery." + "reports", Feeds: &Feed{Call: produce, Arg: 1},
	}}
}

// UnreadChannels are the channels of values from which the program has to receive, by the functions that make the
// value.
var UnreadChannels = map[string][]Unread{
	"github.com/fsnotify/fsnotify.NewWatcher":                         watcherChannels,
	"github.com/fsnotify/fsnotify.NewBufferedWatcher":                 watcherChannels,
	"github.com/IBM/sarama.NewAsyncProducer":                          asyncProducerChannels,
	"github.com/IBM/sarama.NewAsyncProducerFromClient":                asyncProducerChannels,
	"github.com/Shopify/sarama.NewAsyncProducer":                      asyncProducerChannels,
	"github.com/Shopify/sarama.NewAsyncProducerFromClient":            asyncProducerChannels,
	"github.com/IBM/sarama.NewConsumerGroup":                          consumerChannels,
	"github.com/Shopify/sarama.NewConsumerGroup":                      consumerChannels,
	"(github.com/IBM/sarama.Consumer).ConsumePartition":               consumerChannels,
	"(github.com/Shopify/sarama.Consumer).ConsumePartition":           consumerChannels,
	"github.com/confluentinc/confluent-kafka-go/kafka.NewProducer":    deliveryReports("(*github.com/confluentinc/confluent-kafka-go/kafka.Producer).Produce"),
	"github.com/confluentinc/confluent-kafka-go/v2/kafka.NewProducer": deliveryReports("(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Producer).Produce"),
}

// An UnreadResult is a channel that a call returns, and what blocks where nothing receives from it.
type UnreadResult struct {
	Result int
	Blocks string
}

const sshRequests = "the connection hangs after a few requests of the other side"

// UnreadResults are the calls that return such a channel, which a program drops at its peril.
var UnreadResults = map[string][]UnreadResult{
	"golang.org/x/crypto/ssh.NewServerConn":                        {{1, "the connection hangs after a few channels that the other side opens"}, {2, sshRequests}},
	"golang.org/x/crypto/ssh.NewClientConn":                        {{1, "the connection hangs after a few channels that the other side opens"}, {2, sshRequests}},
	"(golang.org/x/crypto/ssh.NewChannel).Accept":                  {{1, sshRequests}},
	"(golang.org/x/crypto/ssh.Conn).OpenChannel":                   {{1, sshRequests}},
	"(*github.com/coreos/go-systemd/v22/dbus.Conn).SubscribeUnits": {{1, "the subscription ends at its first error"}},
}
