package catalog

import "strings"

// GroupReads read a Redis stream as a member of a consumer group. Claims is how
// the same client takes over what another member has left pending.
var GroupReads = map[string]bool{
	"(github.com/redis/go-redis/v9.cmdable).XReadGroup":       true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XReadGroup": true,
	"(github.com/go-redis/redis/v8.cmdable).XReadGroup":       true,
	"(github.com/go-redis/redis/v8.Cmdable).XReadGroup":       true,

	"(github.com/redis/rueidis/internal/cmds.Builder).Xreadgroup": true,
}

// The links of a chain of calls that builds such a read: GroupReadIDs name the
// messages it asks for, before GroupReadStreams options can be given, and with
// GroupReadNever pending messages are read as well, or nothing stays pending (false).
var (
	GroupReadIDs = map[string]bool{
		"(github.com/redis/rueidis/internal/cmds.XreadgroupKey).Id": true,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupId).Id":  true,
	}
	GroupReadStreams = map[string]bool{
		"(github.com/redis/rueidis/internal/cmds.XreadgroupGroup).Streams": true,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupCount).Streams": true,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupBlock).Streams": true,
	}
	GroupReadNever = map[string]bool{
		"(github.com/redis/rueidis/internal/cmds.XreadgroupGroup).Noack": false,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupCount).Noack": false,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupBlock).Noack": false,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupGroup).Claim": true,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupCount).Claim": true,
		"(github.com/redis/rueidis/internal/cmds.XreadgroupBlock).Claim": true,
	}
)

// GroupClaims take over messages that another member of the group has left
// pending, or look for them.
var GroupClaims = map[string]bool{
	"(github.com/redis/go-redis/v9.cmdable).XAutoClaim":        true,
	"(github.com/redis/go-redis/v9.cmdable).XAutoClaimJustID":  true,
	"(github.com/redis/go-redis/v9.cmdable).XClaim":            true,
	"(github.com/redis/go-redis/v9.cmdable).XClaimJustID":      true,
	"(github.com/redis/go-redis/v9.cmdable).XPendingExt":       true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XAutoClaim":  true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XClaim":      true,
	"(github.com/go-redis/redis/v8.cmdable).XAutoClaim":        true,
	"(github.com/go-redis/redis/v8.cmdable).XClaim":            true,
	"(github.com/go-redis/redis/v8.Cmdable).XAutoClaim":        true,
	"(github.com/go-redis/redis/v8.Cmdable).XClaim":            true,
	"(github.com/go-redis/redis/v8.cmdable).XPendingExt":       true,
	"(github.com/go-redis/redis/v8.Cmdable).XPendingExt":       true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XPendingExt": true,

	"(github.com/redis/rueidis/internal/cmds.Builder).Xautoclaim": true,
	"(github.com/redis/rueidis/internal/cmds.Builder).Xclaim":     true,
	"(github.com/redis/rueidis/internal/cmds.Builder).Xpending":   true,
}

// Settlement is how a consumer settles a message with a broker.
type Settlement struct {
	Methods map[string]bool // of the message
	Answers map[string]bool // methods that reply to the sender: they can settle, and do not show that the broker waits
	Calls   map[string]bool // functions of the client that are given the message
	Can     string          // method of the message that reports whether it can be nacked, if any
	Tag     string          // field of the message that identifies it to the client, if any
	Reject  string          // call that nacks the message, after its name
	Drop    string          // the same for one that can never be handled: it does not come again
	Error   bool            // Reject returns an error
	Covers  bool            // settling a message settles all before it as well
	Limit   string          // what ends the broker's wait for a settlement, if anything does
}

// Owed are the sources of messages that have to be acknowledged: calls that fetch or
// subscribe, which of their arguments turns acknowledgment off (-1 for none), and the call
// that acknowledges a message, after its name.
var Owed = map[string]struct {
	AutoAck int
	Accept  string
}{
	"(*github.com/rabbitmq/amqp091-go.Channel).Consume":            {2, "Ack(false)"},
	"(*github.com/rabbitmq/amqp091-go.Channel).ConsumeWithContext": {3, "Ack(false)"},
	"(*github.com/rabbitmq/amqp091-go.Channel).Get":                {1, "Ack(false)"},
	"(*github.com/streadway/amqp.Channel).Consume":                 {2, "Ack(false)"},
	"(*github.com/streadway/amqp.Channel).Get":                     {1, "Ack(false)"},
	"(*cloud.google.com/go/pubsub.Subscription).Receive":           {-1, "Ack()"},
	"(*gocloud.dev/pubsub.Subscription).Receive":                   {-1, "Ack()"},
	"(*github.com/segmentio/kafka-go.Reader).FetchMessage":         {-1, ""},
}

// A Take is a call that takes messages from a queue which then drops them. Does is the
// phrase for that in messages. AutoAck is the argument that makes it so, -1 when it always
// is; Exclusive is the one that says that the consumer is the queue's only one, 0 for none.
// Declares makes a queue, without a name one that goes with its consumer. Group is the
// field of a configuration without which nothing is dropped. GivesBack are calls that put a
// message back.
type Take struct {
	Does               string
	AutoAck, Exclusive int
	Declares, Group    string
	GivesBack          map[string]bool
}

const takesOff = "takes the message off the list"

var (
	redisPushes = map[string]bool{
		"(github.com/redis/go-redis/v9.cmdable).LPush":     true,
		"(github.com/redis/go-redis/v9.cmdable).RPush":     true,
		"(github.com/redis/go-redis/v9.ListCmdable).LPush": true,
		"(github.com/redis/go-redis/v9.ListCmdable).RPush": true,
		"(github.com/go-redis/redis/v8.cmdable).LPush":     true,
		"(github.com/go-redis/redis/v8.cmdable).RPush":     true,
	}
	amqpTake   = Take{Does: "has the broker forget the message", AutoAck: 2, Exclusive: 3, Declares: "(*github.com/rabbitmq/amqp091-go.Channel).QueueDeclare"}
	streadway  = Take{Does: "has the broker forget the message", AutoAck: 2, Exclusive: 3, Declares: "(*github.com/streadway/amqp.Channel).QueueDeclare"}
	withCancel = Take{Does: "has the broker forget the message", AutoAck: 3, Exclusive: 4, Declares: "(*github.com/rabbitmq/amqp091-go.Channel).QueueDeclare"}
	popped     = Take{Does: takesOff, AutoAck: -1, GivesBack: redisPushes}
)

// Takes are the calls.
var Takes = map[string]Take{
	"(*github.com/rabbitmq/amqp091-go.Channel).Consume":            amqpTake,
	"(*github.com/rabbitmq/amqp091-go.Channel).ConsumeWithContext": withCancel,
	"(*github.com/streadway/amqp.Channel).Consume":                 streadway,
	"(*github.com/segmentio/kafka-go.Reader).ReadMessage":          {Does: "commits the offset", AutoAck: -1, Group: "github.com/segmentio/kafka-go.ReaderConfig.GroupID"},
	"(github.com/redis/go-redis/v9.cmdable).BRPop":                 popped,
	"(github.com/redis/go-redis/v9.cmdable).BLPop":                 popped,
	"(github.com/redis/go-redis/v9.cmdable).RPop":                  popped,
	"(github.com/redis/go-redis/v9.cmdable).LPop":                  popped,
	"(github.com/redis/go-redis/v9.ListCmdable).BRPop":             popped,
	"(github.com/redis/go-redis/v9.ListCmdable).BLPop":             popped,
	"(github.com/go-redis/redis/v8.cmdable).BRPop":                 popped,
	"(github.com/go-redis/redis/v8.cmdable).BLPop":                 popped,
}

// A Part is a field of a message that identifies it to a client.
type Part struct{ Type, Field string }

var (
	amqpTag      = Part{"github.com/rabbitmq/amqp091-go.Delivery", "DeliveryTag"}
	streadwayTag = Part{"github.com/streadway/amqp.Delivery", "DeliveryTag"}
	sqsHandle    = Part{"github.com/aws/aws-sdk-go/service/sqs.Message", "ReceiptHandle"}
	sqs2Handle   = Part{"github.com/aws/aws-sdk-go-v2/service/sqs/types.Message", "ReceiptHandle"}
	redisID      = Part{"github.com/redis/go-redis/v9.XMessage", "ID"}
	redis8ID     = Part{"github.com/go-redis/redis/v8.XMessage", "ID"}
)

// AcksByPart have the broker forget the message a field of which is in their arguments.
var AcksByPart = map[string]Part{
	"(github.com/redis/go-redis/v9.cmdable).XAck":       redisID,
	"(github.com/redis/go-redis/v9.StreamCmdable).XAck": redisID,
	"(github.com/redis/go-redis/v9.cmdable).XDel":       redisID,
	"(github.com/redis/go-redis/v9.StreamCmdable).XDel": redisID,
	"(github.com/go-redis/redis/v8.cmdable).XAck":       redis8ID,
	"(github.com/go-redis/redis/v8.Cmdable).XAck":       redis8ID,

	"(*github.com/rabbitmq/amqp091-go.Channel).Ack": amqpTag,
	"(*github.com/streadway/amqp.Channel).Ack":      streadwayTag,

	"(*github.com/aws/aws-sdk-go/service/sqs.SQS).DeleteMessage":                       sqsHandle,
	"(*github.com/aws/aws-sdk-go/service/sqs.SQS).DeleteMessageWithContext":            sqsHandle,
	"(github.com/aws/aws-sdk-go/service/sqs/sqsiface.SQSAPI).DeleteMessage":            sqsHandle,
	"(github.com/aws/aws-sdk-go/service/sqs/sqsiface.SQSAPI).DeleteMessageWithContext": sqsHandle,
	"(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).DeleteMessage":                 sqs2Handle,
	"(github.com/IBM/sarama.ConsumerGroupSession).MarkOffset":                          {"github.com/IBM/sarama.ConsumerMessage", "Offset"},
	"(github.com/Shopify/sarama.ConsumerGroupSession).MarkOffset":                      {"github.com/Shopify/sarama.ConsumerMessage", "Offset"},
	"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).CommitOffsets":    {"github.com/confluentinc/confluent-kafka-go/v2/kafka.Message", "TopicPartition"},
	"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).StoreOffsets":     {"github.com/confluentinc/confluent-kafka-go/v2/kafka.Message", "TopicPartition"},
	"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).CommitOffsets":       {"github.com/confluentinc/confluent-kafka-go/kafka.Message", "TopicPartition"},
	"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).StoreOffsets":        {"github.com/confluentinc/confluent-kafka-go/kafka.Message", "TopicPartition"},
}

// Commits commit all that has been read of a topic: the types that messages have.
var Commits = map[string]map[string]bool{
	"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).Commit": words("github.com/confluentinc/confluent-kafka-go/v2/kafka.Message"),
	"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).Commit":    words("github.com/confluentinc/confluent-kafka-go/kafka.Message"),
	"(*github.com/twmb/franz-go/pkg/kgo.Client).CommitUncommittedOffsets":    words("github.com/twmb/franz-go/pkg/kgo.Fetches github.com/twmb/franz-go/pkg/kgo.Record"),
}

// Subscribes are functions whose first result is a subscription, which stays active until it is ended.
var Subscribes = map[string]bool{
	"(*github.com/nats-io/nats.go.Conn).Subscribe":              true,
	"(*github.com/nats-io/nats.go.Conn).SubscribeSync":          true,
	"(*github.com/nats-io/nats.go.Conn).QueueSubscribe":         true,
	"(*github.com/nats-io/nats.go.Conn).QueueSubscribeSync":     true,
	"(*github.com/nats-io/nats.go.Conn).ChanSubscribe":          true,
	"(*github.com/nats-io/nats.go.Conn).ChanQueueSubscribe":     true,
	"(*github.com/nats-io/nats.go.EncodedConn).Subscribe":       true,
	"(*github.com/nats-io/nats.go.EncodedConn).QueueSubscribe":  true,
	"(github.com/nats-io/nats.go.JetStream).Subscribe":          true,
	"(github.com/nats-io/nats.go.JetStream).QueueSubscribe":     true,
	"(github.com/nats-io/nats.go.JetStream).PullSubscribe":      true,
	"(github.com/nats-io/nats.go/jetstream.Consumer).Consume":   true,
	"(github.com/nats-io/nats.go/jetstream.Consumer).Messages":  true,
	"(*github.com/redis/go-redis/v9.Client).Subscribe":          true,
	"(*github.com/redis/go-redis/v9.Client).PSubscribe":         true,
	"(github.com/redis/go-redis/v9.UniversalClient).Subscribe":  true,
	"(github.com/redis/go-redis/v9.UniversalClient).PSubscribe": true,
}

// AckedAnyway are messages that the client acknowledges when their handler has returned, unless it is told not
// to, and that the handler may acknowledge before that.
var AckedAnyway = words("github.com/eclipse/paho.mqtt.golang.Message")

// CheckpointWords are words of functions that store how far a log has been read.
var CheckpointWords = words("save store persist commit checkpoint advance set update mark record put write")

// PositionWords end the names of fields that say where in a log an event is.
var PositionWords = words("position pos offset sequence seq lsn cursor revision checkpoint")

// Settlements by type of the message.
var Settlements = map[string]Settlement{
	"github.com/rabbitmq/amqp091-go.Delivery":            {Methods: words("Ack Nack Reject"), Tag: "DeliveryTag", Reject: "Nack(false, true)", Drop: "Nack(false, false)", Error: true},
	"github.com/streadway/amqp.Delivery":                 {Methods: words("Ack Nack Reject"), Tag: "DeliveryTag", Reject: "Nack(false, true)", Drop: "Nack(false, false)", Error: true},
	"github.com/nats-io/nats.go.Msg":                     {Methods: words("Ack AckSync Nak NakWithDelay Term InProgress"), Answers: words("Respond RespondMsg"), Reject: "Nak()", Drop: "Term()", Error: true, Limit: "AckWait"},
	"github.com/nats-io/nats.go/jetstream.Msg":           {Methods: words("Ack DoubleAck Nak NakWithDelay Term TermWithReason InProgress"), Reject: "Nak()", Drop: "Term()", Error: true, Limit: "AckWait"},
	"cloud.google.com/go/pubsub.Message":                 {Methods: words("Ack Nack AckWithResult NackWithResult"), Reject: "Nack()"},
	"cloud.google.com/go/internal/pubsub.Message":        {Methods: words("Ack Nack AckWithResult NackWithResult"), Reject: "Nack()"},
	"github.com/ThreeDotsLabs/watermill/message.Message": {Methods: words("Ack Nack"), Reject: "Nack()"},
	"gocloud.dev/pubsub.Message":                         {Methods: words("Ack Nack"), Can: "Nackable", Reject: "Nack()"},

	"github.com/segmentio/kafka-go.Message": {Covers: true, Calls: map[string]bool{
		"(*github.com/segmentio/kafka-go.Reader).CommitMessages": true,
	}},
	"github.com/IBM/sarama.ConsumerMessage": {Covers: true, Calls: map[string]bool{
		"(github.com/IBM/sarama.ConsumerGroupSession).MarkMessage": true,
		"(github.com/IBM/sarama.ConsumerGroupSession).MarkOffset":  true,
	}},
	"github.com/twmb/franz-go/pkg/kgo.Record": {Covers: true, Calls: map[string]bool{
		"(*github.com/twmb/franz-go/pkg/kgo.Client).MarkCommitRecords": true,
		"(*github.com/twmb/franz-go/pkg/kgo.Client).CommitRecords":     true,
	}},
	"github.com/Shopify/sarama.ConsumerMessage": {Covers: true, Calls: map[string]bool{
		"(github.com/Shopify/sarama.ConsumerGroupSession).MarkMessage": true,
		"(github.com/Shopify/sarama.ConsumerGroupSession).MarkOffset":  true,
	}},
	"github.com/confluentinc/confluent-kafka-go/kafka.Message": {Covers: true, Calls: map[string]bool{
		"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).CommitMessage": true,
		"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).CommitOffsets": true,
		"(*github.com/confluentinc/confluent-kafka-go/kafka.Consumer).StoreOffsets":  true,
	}},
	"github.com/confluentinc/confluent-kafka-go/v2/kafka.Message": {Covers: true, Calls: map[string]bool{
		"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).CommitMessage": true,
		"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).StoreMessage":  true,
		"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).CommitOffsets": true,
		"(*github.com/confluentinc/confluent-kafka-go/v2/kafka.Consumer).StoreOffsets":  true,
	}},
}

// A Requeue is a call after which the broker delivers a message again. Arg is the argument
// that says so, -1 where it always does. Drop is the method to use for one that can never be
// handled.
type Requeue struct {
	Arg  int
	Drop string
}

// Requeues are the calls.
var Requeues = map[string]Requeue{
	"(github.com/rabbitmq/amqp091-go.Delivery).Nack":      {Arg: 1},
	"(github.com/rabbitmq/amqp091-go.Delivery).Reject":    {Arg: 0},
	"(*github.com/rabbitmq/amqp091-go.Channel).Nack":      {Arg: 2},
	"(*github.com/rabbitmq/amqp091-go.Channel).Reject":    {Arg: 1},
	"(github.com/streadway/amqp.Delivery).Nack":           {Arg: 1},
	"(github.com/streadway/amqp.Delivery).Reject":         {Arg: 0},
	"(*github.com/streadway/amqp.Channel).Nack":           {Arg: 2},
	"(*github.com/streadway/amqp.Channel).Reject":         {Arg: 1},
	"(*github.com/nats-io/nats.go.Msg).Nak":               {Arg: -1, Drop: "Term()"},
	"(github.com/nats-io/nats.go/jetstream.Msg).Nak":      {Arg: -1, Drop: "Term()"},
	"(*cloud.google.com/go/internal/pubsub.Message).Nack": {Arg: -1},
}

// DeliveryLimits are settings of a queue or a consumer that limit how often a message is
// delivered: arguments of a declaration, and fields.
var DeliveryLimits = words("x-delivery-limit MaxDeliver MaxDeliveryAttempts MaxReceiveCount maxReceiveCount DeadLetterPolicy")

// DeliveryCounts tell how often a message has been delivered, by their names.
var DeliveryCounts = words("Redelivered Headers Header NumDelivered Metadata DeliveryAttempt Attempt Attempts Retries RetryCount")

// QueueDeclares declare a queue with its limits.
var QueueDeclares = words("(*github.com/rabbitmq/amqp091-go.Channel).QueueDeclare (*github.com/streadway/amqp.Channel).QueueDeclare")

// ClosesOnSecond are messages whose broker closes the channel when one is settled twice.
var ClosesOnSecond = words("github.com/rabbitmq/amqp091-go.Delivery github.com/streadway/amqp.Delivery")

// KeepsWaiting are methods of messages that only ask for more time.
var KeepsWaiting = words("InProgress")

// IsUnmarshal reports whether a function, by its name, decodes what it is given.
func IsUnmarshal(name string) bool {
	return words("unmarshal decode deserialize")[Words(name)[0]]
}

// Settles reports whether a method of the message, by its name, may tell the
// broker what became of it.
func (s Settlement) Settles(method string) bool { return s.Methods[method] || s.Answers[method] }

// Acknowledges are the methods of messages that tell the broker to forget them.
var Acknowledges = words("Ack AckSync DoubleAck AckWithResult")

// decoderWords begin the names of functions that read a message, or look whether it is a
// valid one: nothing has been done with it yet.
var decoderWords = words("decode unmarshal parse deserialize convert validate verify check read extract to from new get is")

// IsDecoder reports whether a function, by its name, only reads a message.
func IsDecoder(name string) bool { return decoderWords[Words(name)[0]] }

// GivesBack reports whether a method of a message, by its name, nacks it.
func GivesBack(method string) bool {
	for _, word := range []string{"Nack", "Nak", "Reject", "Term", "Requeue", "Redeliver"} {
		if strings.HasPrefix(method, word) {
			return true
		}
	}
	return false
}

// A Topic says how the topics of a broker's messages are made: of parts with a separator between them. Rest, at the end
// of a filter, matches any number of them. Subscribe has the methods whose first argument is a filter.
type Topic struct {
	Separator, Rest string
	Subscribe       map[string]bool
}

// Topics are the methods and fields with the topic of a message.
var Topics = map[string]Topic{
	"(github.com/eclipse/paho.mqtt.golang.Message).Topic": {"/", "#", words("(github.com/eclipse/paho.mqtt.golang.Client).Subscribe")},
	"github.com/nats-io/nats.go.Msg.Subject": {".", ">", words(`(*github.com/nats-io/nats.go.Conn).Subscribe
		(*github.com/nats-io/nats.go.Conn).QueueSubscribe`)},
}

func words(list string) map[string]bool {
	m := make(map[string]bool, strings.Count(list, " ")+1)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// AckWords are words of functions that acknowledge a message.
var AckWords = words("ack acks acked xack acknowledge acknowledged xackdel xdel settle commit")

// AckCommands acknowledge entries of a Redis stream, as commands.
var AckCommands = words("XACK xack XACKDEL")

// StreamEntries are entries of a Redis stream, and parts of the answer to a read.
var StreamEntries = map[string]bool{
	"github.com/redis/go-redis/v9.XMessage": true,
	"github.com/redis/go-redis/v9.XStream":  true,
	"github.com/go-redis/redis/v8.XMessage": true,
	"github.com/go-redis/redis/v8.XStream":  true,
}
