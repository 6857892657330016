// Package pipeline takes notifications from the queue to the plugins.
package pipeline

import (
	"context"
	"net/http"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.uber.org/zap"

	"motherboard.example/platform/infrastructure/queue"
)

const (
	stageBuffer = 64
	readPause   = time.Second
)

// Notification is a message to one person.
type Notification struct {
	ID        string
	MessageID string // in the queue
	Channel   string
	To        string
	Text      string
}

// Pipeline moves notifications through its stages. Each stage is one method,
// which returns when its context ends.
type Pipeline struct {
	queue    *queue.Consumer
	sent     *mongo.Collection
	plugins  map[string]string
	client   *http.Client
	logger   *zap.Logger
	inbox    chan Notification
	outbox   chan Notification
	receipts chan string
}

// New returns a pipeline from the queue to plugins, a map of channels to URLs.
func New(q *queue.Consumer, sent *mongo.Collection, plugins map[string]string, logger *zap.Logger) *Pipeline {
	return &Pipeline{
		queue:    q,
		sent:     sent,
		plugins:  plugins,
		client:   &http.Client{Timeout: 10 * time.Second},
		logger:   logger,
		inbox:    make(chan Notification, stageBuffer),
		outbox:   make(chan Notification, stageBuffer),
		receipts: make(chan string),
	}
}

// Ingest reads the queue.
func (p *Pipeline) Ingest(ctx context.Context) {
	for ctx.Err() == nil {
		messages, err := p.queue.Read(ctx)
		if err != nil {
			p.logger.Warn("read queue", zap.Error(err))
			select {
			case <-ctx.Done():
				return
			case <-time.After(readPause):
				continue
			}
		}
		for _, m := range messages {
			field := func(key string) string { s, _ := m.Values[key].(string); return s }
			n := Notification{
				ID: field("id"), MessageID: m.ID,
				Channel: field("channel"), To: field("to"), Text: field("text"),
			}
			select {
			case <-ctx.Done():
				return
			case p.inbox <- n:
			}
		}
	}
}

// Render fills in the templates.
func (p *Pipeline) Render(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-p.inbox:
			n.Text = strings.ReplaceAll(n.Text, "{{to}}", n.To)
			select {
			case <-ctx.Done():
				return
			case p.outbox <- n:
			}
		}
	}
}

// Receive notes the receipts that plugins report.
func (p *Pipeline) Receive(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-p.receipts:
			if err := p.setStatus(ctx, id, "delivered"); err != nil {
				p.logger.Error("receipt", zap.String("id", id), zap.Error(err))
			}
		}
	}
}

// Receipt passes a plugin's receipt on to Receive.
func (p *Pipeline) Receipt(ctx context.Context, id string) error {
	select {
	case p.receipts <- id:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Pipeline) setStatus(ctx context.Context, id, status string) error {
	_, err := p.sent.UpdateByID(ctx, id, bson.M{"$set": bson.M{"status": status}})
	return err
}
