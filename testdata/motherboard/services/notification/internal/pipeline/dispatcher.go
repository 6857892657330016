package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo/options"
	"go.uber.org/zap"
)

// Dispatch hands rendered notifications to the plugins.
func (p *Pipeline) Dispatch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-p.outbox:
			if err := p.dispatch(ctx, n); err != nil {
				p.logger.Error("dispatch", zap.String("id", n.ID), zap.Error(err))
			}
		}
	}
}

func (p *Pipeline) dispatch(ctx context.Context, n Notification) error {
	_, err := p.sent.UpdateByID(ctx, n.ID,
		bson.M{"$set": bson.M{"status": "sent", "channel": n.Channel, "sentAt": time.Now()}},
		options.Update().SetUpsert(true),
	)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if err := p.deliver(ctx, n); err != nil {
		return fmt.Errorf("deliver: %w", err)
	}
	return p.queue.Ack(ctx, n.MessageID)
}

// deliver returns once the plugin has taken the notification.
func (p *Pipeline) deliver(ctx context.Context, n Notification) error {
	base, ok := p.plugins[n.Channel]
	if !ok {
		return fmt.Errorf("no plugin for channel %q", n.Channel)
	}
	body, err := json.Marshal(map[string]string{"id": n.ID, "to": n.To, "text": n.Text})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/send", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("plugin answered %s", resp.Status)
	}
	return nil
}
