#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same study on this machine and through a Slurm of its own (munged, slurmctld and slurmd, started and stopped here):
# equal tables; a task that is asked again; what was lost is submitted again. Skipped where Slurm is not installed.
# Usage: study_slurm.sh RACKWRIGHT [DESIGNS]
set -u
program=$1
designs=${2:-12}
for tool in munged slurmctld slurmd sbatch squeue; do
    command -v "$tool" >/dev/null 2>&1 || PATH=$PATH:/usr/sbin
    command -v "$tool" >/dev/null 2>&1 || { echo "skip: there is no $tool (Debian packages slurm-wlm and munge)"; exit 77; }
done
# Its files are read by munged only in folders that others cannot write to.
work=$(mktemp -d)
chmod 755 "$work"
pids=
end() {
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    for pid in $pids; do wait "$pid" 2>/dev/null; done
    rm -rf "$work"
}
trap end EXIT
fail() {
    printf 'FAIL %s\n' "$1"
    for log in "$work"/*.log "$work"/*.out; do
        [ -s "$log" ] && { echo "-- $log"; tail -n 8 "$log"; }
    done
    exit 1
}

user=$(id -un)
host=$(hostname -s)
# Ports that nobody listens on, from the number of this process.
port=$((20000 + $$ % 20000))
mkdir -m 755 "$work/state" "$work/spool" "$work/run"
mkdir -m 700 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 2>/dev/null
chmod 400 "$work/munge/key"
cat >"$work/slurm.conf" <<END
ClusterName=study
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/run/munge.sock
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SwitchType=switch/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
munged --foreground --key-file="$work/munge/key" --socket="$work/run/munge.sock" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=4 >"$work/munged.out" 2>&1 &
pids="$!"
tries=0
until [ -S "$work/run/munge.sock" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || fail "munged does not start"
    sleep 0.1
done
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.out" 2>&1 &
pids="$! $pids"
slurmd -D -f "$SLURM_CONF" >"$work/slurmd.out" 2>&1 &
pids="$! $pids"
tries=0
until [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "skip: Slurm does not start on this machine"; tail -n 3 "$work"/*.log; exit 77; }
    sleep 0.1
done

study() {
    "$program" study --recipe single-node --vary 'storage-nodes=0..6' --vary 'power.pue=1.1..1.6' \
        --vary 'cost.tariff=0.05..0.3' --sample "$designs" "$@"
}
started=$(date +%s)
study --to "$work/here" >"$work/here.said" 2>&1 || { cat "$work/here.said"; fail "the study on this machine"; }
here=$(($(date +%s) - started))
started=$(date +%s)
study --to "$work/there" --slurm --sbatch --partition=all >"$work/there.said" 2>&1 ||
    { cat "$work/there.said" "$work"/there/log/* | tail -n 20; fail "the study through Slurm"; }
there=$(($(date +%s) - started))
cmp "$work/here/study.csv" "$work/there/study.csv" || fail "the tables differ"
[ "$(wc -l <"$work/here/study.csv")" -eq $((designs + 1)) ] || fail "the table has not a line for each design"
echo "ok   $designs designs: $here s on this machine, $there s through Slurm, equal tables"

# A task asked again gives the same file; a lost one is submitted again by itself.
cp "$work/there/results/0002.csv" "$work/second"
rm "$work/there/results/0002.csv" "$work/there/study.csv"
"$program" study --task "$work/there/tasks/0002.csv" >"$work/task.said" 2>&1 || { cat "$work/task.said"; fail "a task asked again"; }
cmp "$work/second" "$work/there/results/0002.csv" || fail "a task asked again answers otherwise"
rm "$work/there/results/0001.csv"
"$program" study --resume "$work/there" --slurm >"$work/again.said" 2>&1 || { cat "$work/again.said"; fail "the lost task"; }
grep -q 'with 1 task' "$work/again.said" || { cat "$work/again.said"; fail "more than the lost task was submitted"; }
cmp "$work/here/study.csv" "$work/there/study.csv" || fail "the table after the lost task differs"
echo "ok   a task asked again, and a lost one submitted again"
