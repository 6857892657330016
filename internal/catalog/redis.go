package catalog

import "strings"

// A RedisEffect is what a command of Redis means for the expiry of its key.
type RedisEffect int

const (
	RedisNone    RedisEffect = iota
	RedisCounts              // makes a key without expiry, and returns what it counts to
	RedisClaims              // makes a key without expiry, and fails if there is one
	RedisPuts                // makes a key without expiry, or adds to it
	RedisExpires             // sets the expiry of a key
	RedisExists              // tells whether there is a key
	RedisTTL                 // tells whether a key has an expiry
	RedisDeletes
)

// redisEffects are the commands, by their names.
var redisEffects = map[string]RedisEffect{
	"INCR": RedisCounts, "INCRBY": RedisCounts, "INCRBYFLOAT": RedisCounts, "DECR": RedisCounts, "DECRBY": RedisCounts, "HINCRBY": RedisCounts,
	"SETNX": RedisClaims, "HSETNX": RedisClaims,
	"SET": RedisPuts, "APPEND": RedisPuts, "HSET": RedisPuts, "HMSET": RedisPuts, "SADD": RedisPuts, "ZADD": RedisPuts,
	"LPUSH": RedisPuts, "RPUSH": RedisPuts, "PFADD": RedisPuts, "SETBIT": RedisPuts, "ZINCRBY": RedisPuts,
	"EXPIRE": RedisExpires, "PEXPIRE": RedisExpires, "EXPIREAT": RedisExpires, "PEXPIREAT": RedisExpires,
	"EXISTS": RedisExists, "TTL": RedisTTL, "PTTL": RedisTTL, "DEL": RedisDeletes, "UNLINK": RedisDeletes,
}

// RedisCommand returns what a command means, in upper or lower case.
func RedisCommand(name string) RedisEffect { return redisEffects[strings.ToUpper(name)] }

// RedisClients are the packages whose methods have the names of the commands, with the position of the key
// among the arguments: after the context, where there is one.
var RedisClients = map[string]int{
	"github.com/redis/go-redis/v9": 1,
	"github.com/go-redis/redis/v8": 1,
	"github.com/go-redis/redis/v7": 0,
	"github.com/go-redis/redis":    0,
}

// RedisQueues are the types of those packages that keep commands and send them together.
var RedisQueues = map[string]bool{"Pipeliner": true, "Pipeline": true, "AutoPipeliner": true}

// RedisDo are functions that take a command as a text, with its position among the arguments; the key
// follows.
var RedisDo = map[string]int{
	"(github.com/gomodule/redigo/redis.Conn).Do":        0,
	"(github.com/garyburd/redigo/redis.Conn).Do":        0,
	"(github.com/redis/go-redis/v9.cmdable).Do":         1,
	"(github.com/redis/go-redis/v9.UniversalClient).Do": 1,
	"(*github.com/go-redis/redis/v8.Client).Do":         1,
	"(github.com/go-redis/redis/v8.UniversalClient).Do": 1,
	"(*github.com/go-redis/redis/v8.ClusterClient).Do":  1,
}

// RedisScripts run a script over the keys in a list among their arguments.
var RedisScripts = words(`(*github.com/redis/go-redis/v9.Script).Run (*github.com/redis/go-redis/v9.Script).Eval
	(*github.com/redis/go-redis/v9.Script).EvalSha (github.com/redis/go-redis/v9.cmdable).Eval (github.com/redis/go-redis/v9.cmdable).EvalSha`)
