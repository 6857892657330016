package manifest

import (
	"maps"
	"slices"
	"testing"
)

// What a variable names may be another container; what is a name of something else is none.
func TestHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, value string
		want        []string
	}{
		{"MONGODB_URI", "mongodb://mongodb:27017/db", []string{"mongodb"}},
		{"AMQP_URL", "amqp://guest:guest@rabbit.queue.svc/", []string{"guest", "rabbit"}},
		{"PLUGINS", "email=http://email:8081,sms=http://sms:8082", []string{"email", "sms"}},
		{"DSN", "root:secret@tcp(mysql:3306)/shop", []string{"mysql", "tcp"}},
		{"KAFKA_BROKERS", "kafka:9092", []string{"kafka", "kafka:9092"}},
		{"REDIS_HOST", "redis.default.svc", []string{"redis"}},
		{"POSTGRES_USER", "marketing", nil},
		{"LISTEN_ADDR", ":8080", []string{":8080"}},
	} {
		u := new(Unit)
		u.set(tt.name, tt.value)
		if got := slices.Sorted(maps.Keys(u.Hosts)); !slices.Equal(got, tt.want) {
			t.Errorf("%s=%s: %q, want %q", tt.name, tt.value, got, tt.want)
		}
	}
}
