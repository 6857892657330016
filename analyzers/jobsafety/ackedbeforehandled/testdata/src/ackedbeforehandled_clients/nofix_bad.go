package clients

import (
	"context"
	"log"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	kafkav2 "github.com/confluentinc/confluent-kafka-go/v2/kafka"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

func save(ctx context.Context, body []byte) error { return ctx.Err() }

func saveText(ctx context.Context, body string) error { return ctx.Err() }

// The message is named by a part of it.
func byHandle(ctx context.Context, c *sqs.Client, url string) error {
	out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		_, _ = c.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle}) // want `message is lost .* c.DeleteMessage acknowledges m before saveText handles it`
		log.Print("deleted")
		if err := saveText(ctx, *m.Body); err != nil {
			log.Print(err)
		}
	}
	return nil
}

func byInput(ctx context.Context, c *sqs.Client, url string, m types.Message) error {
	in := &sqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle}
	_, err := c.DeleteMessage(ctx, in) // want `c.DeleteMessage acknowledges m before saveText`
	if err != nil {
		return err
	}
	return saveText(ctx, *m.Body)
}

func byTag(ctx context.Context, ch *amqp.Channel, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		_ = ch.Ack(d.DeliveryTag, false) // want `ch.Ack acknowledges d before save`
		log.Print("acknowledged")
		if err := save(ctx, d.Body); err != nil {
			log.Print(err)
		}
	}
}

// A helper does nothing but acknowledge.
type receiver struct {
	c   *sqs.Client
	url string
}

func (r *receiver) forget(ctx context.Context, m types.Message) {
	_, err := r.c.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &r.url, ReceiptHandle: m.ReceiptHandle})
	if err != nil {
		log.Print(err)
	}
}

func (r *receiver) one(ctx context.Context, m types.Message) error {
	r.forget(ctx, m) // want `r.forget acknowledges m before saveText`
	log.Print("forgotten")
	return saveText(ctx, *m.Body)
}

// All that was read is committed.
func batch(ctx context.Context, c *kgo.Client) error {
	records := c.PollFetches(ctx).Records()
	if err := c.CommitRecords(ctx, records...); err != nil { // want `c.CommitRecords acknowledges records before save`
		return err
	}
	for _, r := range records {
		if err := save(ctx, r.Value); err != nil {
			return err
		}
	}
	return nil
}

func all(ctx context.Context, c *kgo.Client) error {
	fetches := c.PollFetches(ctx)
	err := c.CommitUncommittedOffsets(ctx) // want `c.CommitUncommittedOffsets acknowledges fetches before save`
	fetches.EachRecord(func(r *kgo.Record) {
		err = save(ctx, r.Value)
	})
	return err
}

func polled(ctx context.Context, c *kafkav2.Consumer, store func([]byte) error) {
	for {
		switch ev := c.Poll(100).(type) {
		case *kafkav2.Message:
			_, _ = c.Commit() // want `c.Commit acknowledges ev before store`
			log.Print("committed")
			if err := store(ev.Value); err != nil {
				log.Print(err)
			}
		case kafkav2.Error:
			return
		}
	}
}

// A goroutine handles it, and nothing waits.
func aside(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		go save(ctx, m.Value)
		if err := r.CommitMessages(ctx, m); err != nil { // want `r.CommitMessages acknowledges m although nothing waits until save has handled it`
			return err
		}
	}
}

// The function that handles it deals with the error by itself.
type worker struct{}

func (w *worker) run(ctx context.Context, d amqp.Delivery) {
	if err := save(ctx, d.Body); err != nil {
		log.Print(err)
	}
}

func (w *worker) handle(ctx context.Context, d amqp.Delivery) {
	if err := d.Ack(false); err != nil { // want `d.Ack acknowledges d before w.run handles it`
		return
	}
	go w.run(ctx, d)
}
