package clients

import (
	"context"
	"log"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Safe: it is handled first.
func first(ctx context.Context, r *receiver, m types.Message) error {
	if err := saveText(ctx, *m.Body); err != nil {
		return err
	}
	r.forget(ctx, m)
	return nil
}

// Safe: all records are handled before the commit.
func each(ctx context.Context, c *kgo.Client) error {
	fetches := c.PollFetches(ctx)
	var failed error
	fetches.EachRecord(func(r *kgo.Record) {
		if err := save(ctx, r.Value); err != nil {
			failed = err
		}
	})
	if failed != nil {
		return failed
	}
	return c.CommitUncommittedOffsets(ctx)
}

// Safe: the goroutines are waited for.
func waited(ctx context.Context, r *kafka.Reader, m kafka.Message) error {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		_ = save(ctx, m.Value)
	}()
	wg.Wait()
	return r.CommitMessages(ctx, m)
}

// Safe: nothing is done with a message that has expired.
func expired(ctx context.Context, c *sqs.Client, url string, m types.Message) {
	_, err := c.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle})
	if err != nil {
		log.Print(*m.MessageId, err)
	}
}
