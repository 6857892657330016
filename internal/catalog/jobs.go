package catalog

import "strings"

// MongoCalls query or change documents: the arguments with the filter and the
// update, -1 where there is none. ByID takes an ID in the place of a filter.
var MongoCalls = map[string]struct {
	Filter, Update int
	ByID           bool
}{
	"(*go.mongodb.org/mongo-driver/mongo.Collection).FindOneAndUpdate":    {1, 2, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateOne":           {1, 2, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateMany":          {1, 2, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateByID":          {-1, 2, true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).Find":                {1, -1, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).FindOne":             {1, -1, false},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).DeleteMany":          {1, -1, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).FindOneAndUpdate": {1, 2, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateOne":        {1, 2, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateMany":       {1, 2, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).UpdateByID":       {-1, 2, true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).Find":             {1, -1, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).FindOne":          {1, -1, false},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).DeleteMany":       {1, -1, false},
}

// Words that records of work use for a state.
var (
	// WorkingStates mean that somebody has claimed the record and is at it.
	WorkingStates = map[string]bool{
		"running": true, "processing": true, "in_progress": true, "in-progress": true, "inprogress": true,
		"claimed": true, "working": true, "executing": true, "sending": true, "started": true, "locked": true,
	}
	// DoneStates mean that the work has been done.
	DoneStates = map[string]bool{
		"sent": true, "delivered": true, "done": true, "completed": true, "complete": true, "published": true,
		"processed": true, "dispatched": true, "notified": true, "finished": true, "succeeded": true,
	}
)

// Sends talk to another machine: what has come back without an error is done.
var Sends = map[string]bool{
	"(*net/http.Client).Do":       true,
	"(*net/http.Client).Get":      true,
	"(*net/http.Client).Post":     true,
	"(*net/http.Client).PostForm": true,
	"net/http.Post":               true,
	"net/http.PostForm":           true,
	"net/smtp.SendMail":           true,
	"(*net/smtp.Client).Data":     true,
	"(*github.com/segmentio/kafka-go.Writer).WriteMessages":        true,
	"(*github.com/rabbitmq/amqp091-go.Channel).Publish":            true,
	"(*github.com/rabbitmq/amqp091-go.Channel).PublishWithContext": true,
	"(*github.com/nats-io/nats.go.Conn).Publish":                   true,
	"(*github.com/nats-io/nats.go.Conn).Request":                   true,
	"(google.golang.org/grpc.ClientConnInterface).Invoke":          true,
	"(*google.golang.org/grpc.ClientConn).Invoke":                  true,
}

// GroupReads read a Redis stream as a member of a consumer group. Claims is how
// the same client takes over what another member has left pending.
var GroupReads = map[string]bool{
	"(github.com/redis/go-redis/v9.cmdable).XReadGroup":       true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XReadGroup": true,
	"(github.com/go-redis/redis/v8.cmdable).XReadGroup":       true,
	"(github.com/go-redis/redis/v8.Cmdable).XReadGroup":       true,
}

// GroupClaims take over messages that another member of the group has left
// pending, or look for them.
var GroupClaims = map[string]bool{
	"(github.com/redis/go-redis/v9.cmdable).XAutoClaim":       true,
	"(github.com/redis/go-redis/v9.cmdable).XAutoClaimJustID": true,
	"(github.com/redis/go-redis/v9.cmdable).XClaim":           true,
	"(github.com/redis/go-redis/v9.cmdable).XClaimJustID":     true,
	"(github.com/redis/go-redis/v9.cmdable).XPendingExt":      true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XAutoClaim": true,
	"(github.com/redis/go-redis/v9.StreamCmdable).XClaim":     true,
	"(github.com/go-redis/redis/v8.cmdable).XAutoClaim":       true,
	"(github.com/go-redis/redis/v8.cmdable).XClaim":           true,
	"(github.com/go-redis/redis/v8.Cmdable).XAutoClaim":       true,
	"(github.com/go-redis/redis/v8.Cmdable).XClaim":           true,
}

// Settlement says how a consumer tells a broker what became of a message.
type Settlement struct {
	Methods map[string]bool // of the message
	Reject  string          // call that gives the message back, behind its name
	Error   bool            // Reject returns an error
}

// Settlements by type of the message.
var Settlements = map[string]Settlement{
	"github.com/rabbitmq/amqp091-go.Delivery":     {words("Ack Nack Reject"), "Nack(false, true)", true},
	"github.com/streadway/amqp.Delivery":          {words("Ack Nack Reject"), "Nack(false, true)", true},
	"github.com/nats-io/nats.go.Msg":              {words("Ack AckSync Nak NakWithDelay Term InProgress Respond"), "Nak()", true},
	"github.com/nats-io/nats.go/jetstream.Msg":    {words("Ack DoubleAck Nak NakWithDelay Term TermWithReason InProgress"), "Nak()", true},
	"cloud.google.com/go/pubsub.Message":          {words("Ack Nack AckWithResult NackWithResult"), "Nack()", false},
	"cloud.google.com/go/internal/pubsub.Message": {words("Ack Nack AckWithResult NackWithResult"), "Nack()", false},
}

func words(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
